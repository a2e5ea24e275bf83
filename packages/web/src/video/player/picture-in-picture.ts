/**
 * Picture-in-picture accepts video elements only: what an engine draws, or shows in alternating elements, is copied to
 * a canvas whose stream such an element plays.
 */
import { frontSurface, sizeOfSurface } from './front-surface.ts'
import type { MediaPlayer } from './media-player.ts'
import { isInPictureInPicture } from './is-in-picture-in-picture.ts'

const copyIntervalMs = 33

export const isPictureInPictureAvailable = (): boolean =>
  'pictureInPictureEnabled' in document && document.pictureInPictureEnabled

/** Opens or closes picture-in-picture. If the browser or its settings refuse, the video stays in the page. */
export async function togglePictureInPicture(player: MediaPlayer): Promise<void> {
  try {
    if (isInPictureInPicture()) return await document.exitPictureInPicture()
    const picture = frontSurface(player.element)
    if (picture === null) return
    if (player.state().kind === 'native' && picture instanceof HTMLVideoElement) await picture.requestPictureInPicture()
    else await showCanvasCopy(player)
  } catch {
    // Nothing was opened, so nothing has to be closed.
  }
}

async function showCanvasCopy(player: MediaPlayer): Promise<void> {
  const copy = document.createElement('canvas')
  const brush = copy.getContext('2d', { alpha: false })
  const draw = () => {
    const picture = frontSurface(player.element)
    if (picture === null || brush === null) return
    const { width, height } = sizeOfSurface(picture)
    if (width === 0 || height === 0) return
    if (copy.width !== width || copy.height !== height) Object.assign(copy, { width, height })
    brush.drawImage(picture, 0, 0)
  }
  draw()
  const stream = copy.captureStream()
  const timer = setInterval(draw, copyIntervalMs)
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  const unsubscribe = player.subscribe(() => updateMediaSession(player))
  const close = () => {
    clearInterval(timer)
    unsubscribe()
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
    for (const action of ['play', 'pause'] as const) navigator.mediaSession?.setActionHandler(action, null)
  }
  video.addEventListener('leavepictureinpicture', close, { once: true })
  try {
    await video.play()
    await video.requestPictureInPicture()
  } catch (error) {
    close()
    throw error
  }
  // The window's buttons control the player, not the copy.
  navigator.mediaSession?.setActionHandler('play', () => player.play())
  navigator.mediaSession?.setActionHandler('pause', () => player.pause())
  updateMediaSession(player)
}

function updateMediaSession(player: MediaPlayer): void {
  const { play } = player.state()
  if (navigator.mediaSession)
    navigator.mediaSession.playbackState = play === 'playing' || play === 'waiting' ? 'playing' : 'paused'
}
