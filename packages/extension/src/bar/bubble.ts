/** The camera bubble: a frame of the extension, which the person moves and sizes. */
import { extensionUrl } from '../extension-url.ts'
import type { HostState } from '../messages.ts'
import * as texts from '../texts.ts'
import { draggable } from './draggable.ts'
import { element } from './element.ts'

const diameters = { small: 128, medium: 176, large: 240 } as const
type Size = keyof typeof diameters
const sizes: readonly Size[] = ['small', 'medium', 'large']

export function createBubble(layer: HTMLElement) {
  let bubble: HTMLElement | null = null
  const resize = (made: HTMLElement, size: Size) => {
    made.dataset.size = size
    made.style.width = made.style.height = `${diameters[size]}px`
  }
  const open = ({ size }: NonNullable<HostState['bubble']>) => {
    const frame = element('iframe', {
      src: extensionUrl('/camera.html'),
      allow: 'camera',
      title: texts.cameraBubble,
      tabindex: '-1',
    })
    // The frame would swallow the pointer that moves it.
    const made: HTMLElement = element(
      'div',
      {
        class: 'bubble',
        role: 'button',
        tabindex: '0',
        'aria-label': texts.sizeOfBubble,
        dblclick: () => next(),
        keydown: (event) => {
          const { key } = event as KeyboardEvent
          if (key === 'Enter' || key === ' ') next()
        },
      },
      frame,
      element('span', { class: 'cover' }),
    )
    const next = () => {
      const at = sizes.indexOf(made.dataset.size as Size)
      resize(made, sizes[(at + 1) % sizes.length] ?? 'medium')
    }
    resize(made, size)
    draggable(made, made)
    layer.append(made)
    return made
  }
  return {
    isShown: () => bubble !== null && !bubble.hidden,
    /** Null: the recording has none. */
    show(wanted: HostState['bubble']) {
      if (wanted !== null) bubble ??= open(wanted)
      else bubble?.remove()
      if (wanted === null) bubble = null
    },
    hide: (isHidden: boolean) => bubble && (bubble.hidden = isHidden),
  }
}
