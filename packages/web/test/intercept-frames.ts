import { runWhenClosed } from './open-page.tsx'

/** The addresses that frames would load: they keep their address and load nothing. */
export function interceptFrames(): readonly string[] {
  const requested: string[] = []
  const addresses = new WeakMap<HTMLIFrameElement, string>()
  const real = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src') as PropertyDescriptor
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
    ...real,
    get(this: HTMLIFrameElement) {
      return addresses.get(this) ?? ''
    },
    set(this: HTMLIFrameElement, address: string) {
      addresses.set(this, address)
      requested.push(address)
    },
  })
  runWhenClosed(() => void Object.defineProperty(HTMLIFrameElement.prototype, 'src', real))
  return requested
}
