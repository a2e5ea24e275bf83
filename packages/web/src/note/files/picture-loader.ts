/**
 * Loads one image into its frame: the thumbnail that suffices for its size, with a new URL when the old one expires.
 */
import { fileAddresses } from './addresses.ts'
import type { FileAddresses } from './file-addresses.ts'

export type PictureLoader = {
  /** Requests the URL. Images of a page that begin together share a request. */
  begin: () => void
  /** Retries if the image is not loaded: after a lost connection, or when its URL is about to expire. */
  again: () => void
  end: () => void
}

type PictureSource = {
  articleId: string
  path: string
  addressOnce?: string | null
  /** The URLs of a page read through a public link; otherwise those of the signed-in reader. */
  addresses?: FileAddresses
}

/** Milliseconds. Retries, because a reader may see a note a moment before the server has registered its files. */
const waits = [1500, 4000, 10_000] as const

/** `data-state` of the frame: `loading`, `shown`, `missing`. */
export function loadPicture(
  frame: HTMLElement,
  image: HTMLImageElement,
  { articleId, path, addressOnce = null, addresses = fileAddresses }: PictureSource,
): PictureLoader {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isEnded = false

  const show = async (isFresh: boolean): Promise<void> => {
    const first = tries === 0 && !isFresh ? addressOnce : null
    const pixels = roomOf(frame) * Math.max(1, window.devicePixelRatio)
    const address = first ?? (await addresses[isFresh ? 'freshImage' : 'image'](articleId, path, pixels))
    if (isEnded) return
    if (address === null) fail()
    else image.src = address
  }
  const fail = (): void => {
    const wait = waits[tries]
    tries += 1
    if (wait === undefined || !navigator.onLine) {
      frame.dataset['state'] = 'missing'
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => void show(true), tries === 1 && image.src !== '' ? 0 : wait)
  }
  const onLoad = (): void => {
    tries = 0
    frame.dataset['state'] = 'shown'
  }
  image.addEventListener('load', onLoad)
  image.addEventListener('error', fail)
  frame.dataset['state'] = 'loading'

  return {
    begin: () => void show(false),
    again() {
      if (image.complete && image.naturalWidth > 0) return
      clearTimeout(timer)
      tries = 0
      if (frame.dataset['state'] === 'missing') frame.dataset['state'] = 'loading'
      void show(true)
    },
    end() {
      isEnded = true
      clearTimeout(timer)
      image.removeEventListener('load', onLoad)
      image.removeEventListener('error', fail)
    },
  }
}

/** In CSS pixels. */
function roomOf(frame: HTMLElement): number {
  const width = frame.getBoundingClientRect().width
  if (width >= 16) return width
  return frame.parentElement?.getBoundingClientRect().width || 640
}
