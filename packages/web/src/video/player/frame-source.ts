import type { FrameSource } from '../../screen-text/index.ts'
import { frontSurface, sizeOfSurface } from './front-surface.ts'
import type { MediaPlayer } from './media-player.ts'

/** The frames of a player, for text detection. */
export const frameSourceOf = (player: MediaPlayer): FrameSource => ({
  pause: () => player.pause(),
  isPlaying: () => player.state().play === 'playing',
  time: () => player.time(),
  // A player that has not begun yet has no frame before it is sought.
  settle: () => player.seek(player.time()),
  capture() {
    const picture = frontSurface(player.element)
    const size = picture && sizeOfSurface(picture)
    const isLoading = picture instanceof HTMLVideoElement && picture.readyState < HTMLMediaElement.HAVE_CURRENT_DATA
    if (!picture || isLoading || !size?.width || !size.height) return null
    const copy = document.createElement('canvas')
    Object.assign(copy, size)
    copy.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0)
    return copy
  },
  subscribe: (listener) => player.subscribe(listener),
})
