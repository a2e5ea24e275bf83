/**
 * Opens what is recorded: a screen, window or tab, or only a camera; with the sound it has, the microphone mixed in and,
 * if wanted, the camera in a corner of the picture.
 */
import { drawCameraOver } from './camera-bubble.ts'
import type { Capture } from './capture-ports.ts'

/** Without these the browser records a shared screen in a small size. */
const picture = {
  width: { ideal: 1920, max: 1920 },
  height: { ideal: 1080, max: 1080 },
  frameRate: { ideal: 30, max: 30 },
}
/** The browser's improvements for speech distort what a tab plays. */
const sharedSound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
const cameraSize = { width: { ideal: 1280 }, height: { ideal: 720 } }
const bubbleSize = { width: { ideal: 640 }, height: { ideal: 480 } }

export const canShareScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

const screenOptions = {
  video: picture,
  audio: sharedSound,
  // The person may record Knowreel itself.
  selfBrowserSurface: 'include',
  systemAudio: 'include',
  surfaceSwitching: 'include',
}

/** Asks for a screen, window or tab; must be called within a click. */
export const openScreen = (): Promise<MediaStream> => navigator.mediaDevices.getDisplayMedia(screenOptions)

const idOf = (id: string) => (id === '' ? {} : { deviceId: { exact: id } })
/** '' is the default device. */
export const openCamera = (id: string, isBubble: boolean): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { ...idOf(id), ...(isBubble ? bubbleSize : cameraSize) } })
export const openMicrophone = (id: string): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: { ...idOf(id), echoCancellation: true } })

export type CaptureParts = {
  /** The screen, or the camera if that is what is recorded. */
  readonly picture: MediaStream
  /** In a corner of the picture. */
  readonly bubble: MediaStream | null
  readonly microphone: MediaStream | null
}

/** Makes one stream of the parts, and closes all of them when it is closed. */
export async function mixCapture({ picture, bubble, microphone }: CaptureParts): Promise<Capture> {
  const [screen] = picture.getVideoTracks()
  if (screen === undefined) throw new Error('Nothing to record was chosen')
  const parts = [picture, bubble, microphone].filter((part) => part !== null)
  const composed = bubble === null ? null : await drawCameraOver(picture, bubble)
  const sound = mixSound([picture, microphone])
  const stream = new MediaStream([composed?.track ?? screen, ...(sound?.track ? [sound.track] : [])])
  return {
    stream,
    onEnded: (listener) => screen.addEventListener('ended', listener, { once: true }),
    onMicrophoneLost: (listener) =>
      microphone?.getAudioTracks()[0]?.addEventListener('ended', listener, { once: true }),
    close() {
      for (const part of parts) for (const track of part.getTracks()) track.stop()
      composed?.close()
      sound?.close()
    },
  }
}

/** Null if none of the streams has sound. */
function mixSound(
  streams: readonly (MediaStream | null)[],
): { track: MediaStreamTrack | undefined; close: () => void } | null {
  const heard = streams.filter((stream) => stream !== null && stream.getAudioTracks().length > 0)
  if (heard.length === 0) return null
  const context = new AudioContext()
  const mixed = context.createMediaStreamDestination()
  for (const stream of heard) if (stream !== null) context.createMediaStreamSource(stream).connect(mixed)
  return { track: mixed.stream.getAudioTracks()[0], close: () => void context.close() }
}
