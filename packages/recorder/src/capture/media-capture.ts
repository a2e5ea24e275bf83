/**
 * Opens what is recorded: a screen, window or tab, or only a camera; with the sound it has, the microphone mixed in and,
 * if wanted, the camera in a corner of the picture.
 */
import { drawCameraOver, type BubblePosition } from './camera-bubble.ts'
import type { Capture } from './capture-ports.ts'

export type Quality = { readonly height: 720 | 1080; readonly frameRate: 30 | 60 }
export const bestQuality: Quality = { height: 1080, frameRate: 30 }

const widthOf = (height: number): number => (height * 16) / 9

/** Without these the browser records a shared screen in a small size. */
const picture = ({ height, frameRate }: Quality) => ({
  width: { ideal: widthOf(height), max: widthOf(height) },
  height: { ideal: height, max: height },
  frameRate: { ideal: frameRate, max: frameRate },
})
/** The browser's improvements for speech distort what a tab plays. */
const sharedSound = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
const cameraSize = { width: { ideal: 1280 }, height: { ideal: 720 } }
const bubbleSize = { width: { ideal: 640 }, height: { ideal: 480 } }

export const canShareScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

type ScreenChoice = {
  readonly quality: Quality
  readonly hasSound: boolean
  /** The surface that the browser offers first. */
  readonly surface?: 'browser' | 'window' | 'monitor'
}

/** Asks for a screen, window or tab; must be called within a click. */
export const openScreen = (
  { quality, hasSound, surface }: ScreenChoice = { quality: bestQuality, hasSound: true },
): Promise<MediaStream> => {
  const options = {
    video: { ...picture(quality), ...(surface === undefined ? {} : { displaySurface: surface }) },
    audio: hasSound && sharedSound,
    // The person may record Knowreel itself.
    selfBrowserSurface: 'include',
    systemAudio: hasSound ? 'include' : 'exclude',
    surfaceSwitching: 'include',
  }
  return navigator.mediaDevices.getDisplayMedia(options)
}

/** The size in which a tab is recorded: its own, made smaller if the quality allows no more. Even, as encoders want. */
export function tabSize(tab: { width: number; height: number; scale: number }, { height }: Quality) {
  const share = Math.min(tab.scale, widthOf(height) / tab.width, height / tab.height)
  const even = (length: number) => Math.max(2, Math.floor((length * share) / 2) * 2)
  return { width: even(tab.width), height: even(tab.height) }
}

type TabStream = {
  /** The id from chrome.tabCapture. */
  readonly streamId: string
  readonly size: { readonly width: number; readonly height: number }
  readonly frameRate: number
  readonly hasSound: boolean
}

/** Opens a tab for which an extension got a stream id. Without sizes, the browser records 800 × 600. */
export function openTab({ streamId, size, frameRate, hasSound }: TabStream): Promise<MediaStream> {
  const source = { chromeMediaSource: 'tab', chromeMediaSourceId: streamId }
  const { width, height } = size
  const video = { minWidth: width, maxWidth: width, minHeight: height, maxHeight: height, maxFrameRate: frameRate }
  const constraints = { video: { mandatory: { ...source, ...video } }, audio: hasSound && { mandatory: source } }
  return navigator.mediaDevices.getUserMedia(constraints as MediaStreamConstraints)
}

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
  /** Where the bubble is drawn; read for every frame. */
  readonly bubblePosition?: () => BubblePosition
  /** Recording a tab through an extension mutes it, unless its sound is played back. */
  readonly isPlayedBack?: boolean
}

/** Makes one stream of the parts, and closes all of them when it is closed. */
export async function mixCapture({
  picture,
  bubble,
  microphone,
  bubblePosition,
  isPlayedBack = false,
}: CaptureParts): Promise<Capture> {
  const [screen] = picture.getVideoTracks()
  if (screen === undefined) throw new Error('Nothing to record was chosen')
  const parts = [picture, bubble, microphone].filter((part) => part !== null)
  const composed = bubble === null ? null : await drawCameraOver(picture, bubble, bubblePosition)
  const sound = mixSound([picture, microphone], isPlayedBack ? picture : null)
  const stream = new MediaStream([composed?.track ?? screen, ...(sound?.track ? [sound.track] : [])])
  return {
    stream,
    onEnded: (listener) => screen.addEventListener('ended', listener, { once: true }),
    onDeviceLost: (listener) => {
      microphone?.getAudioTracks()[0]?.addEventListener('ended', () => listener('microphone'), { once: true })
      bubble?.getVideoTracks()[0]?.addEventListener('ended', () => listener('camera'), { once: true })
    },
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
  playedBack: MediaStream | null,
): { track: MediaStreamTrack | undefined; close: () => void } | null {
  const heard = streams.filter((stream) => stream !== null && stream.getAudioTracks().length > 0)
  if (heard.length === 0) return null
  const context = new AudioContext()
  const mixed = context.createMediaStreamDestination()
  for (const stream of heard) {
    if (stream === null) continue
    const source = context.createMediaStreamSource(stream)
    source.connect(mixed)
    if (stream === playedBack) source.connect(context.destination)
  }
  return { track: mixed.stream.getAudioTracks()[0], close: () => void context.close() }
}
