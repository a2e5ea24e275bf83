/** The test page of the player: runs the engines, reads what is on the screen and listens to the audio output. */
import { durationOf, type Ms, type PlayMap } from '../../packages/shared/src/video/play-map.ts'
import { createDecodeEngine } from '../../packages/web/src/video/player/decode-engine.ts'
import type { ResolveSource, Engine, EngineKind, PlayerFault } from '../../packages/web/src/video/player/engine.ts'
import { createMediaPlayer, type MediaPlayer } from '../../packages/web/src/video/player/media-player.ts'
import { createNativeEngine } from '../../packages/web/src/video/player/native-engine.ts'
import { togglePictureInPicture } from '../../packages/web/src/video/player/picture-in-picture.ts'
import { createDualElementEngine } from '../../packages/web/src/video/player/dual-element-engine.ts'
import { listenForBeeps } from './beep-listener.ts'

/** A frame as read from the screen. */
export type SeenFrame = {
  /** Play-map time that the engine reports for this frame. */
  readonly time: Ms
  readonly recording: number
  readonly frame: number
  /** When the screen was drawn with this frame, and the audible time that the engine reported then. */
  readonly shownAt: number
  readonly audioTime: Ms
}

type Run = {
  readonly engine: Engine
  readonly seen: SeenFrame[]
  readonly states: [state: string, at: number][]
  readonly faults: PlayerFault[]
}

const createEngine = { native: createNativeEngine, decode: createDecodeEngine, dualElement: createDualElementEngine }

const resolveSource: ResolveSource = async (videoId, isExpired) => {
  sourceRequests.push([videoId, isExpired])
  const answer = await fetch(`/address/${videoId}`)
  await new Promise((resolve) => setTimeout(resolve, sourceDelays.shift() ?? 0))
  return { url: await answer.text(), mime: '' }
}
/** Milliseconds by which the next requests are answered late. */
const sourceDelays: number[] = []
const sourceRequests: [videoId: string, isExpired: boolean][] = []

/** The visible picture, whichever element shows it. */
function visibleSurface(element: HTMLElement): HTMLCanvasElement | HTMLVideoElement {
  if (element instanceof HTMLCanvasElement || element instanceof HTMLVideoElement) return element
  const pictures = [...element.querySelectorAll<HTMLCanvasElement | HTMLVideoElement>('video, canvas')]
  const [front] = pictures.toSorted((one, other) => Number(other.style.zIndex) - Number(one.style.zIndex))
  if (front === undefined) throw new Error('Nothing shows a picture')
  return front
}

const copyContext = document.createElement('canvas').getContext('2d', { willReadFrequently: true })

function readFrame(element: HTMLElement): { recording: number; frame: number } {
  let picture = visibleSurface(element)
  if (copyContext === null) throw new Error('No canvas')
  if (picture instanceof HTMLVideoElement) {
    Object.assign(copyContext.canvas, { width: picture.videoWidth, height: picture.videoHeight })
    copyContext.drawImage(picture, 0, 0)
    picture = copyContext.canvas
  }
  const { width, height } = picture
  const wide = Math.floor(width / 20)
  const line = picture.getContext('2d')?.getImageData(0, Math.floor(height / 20), width, 1).data
  let value = 0
  for (let bit = 0; bit < 18; bit++) if ((line?.[(bit * wide + (wide >> 1)) * 4] ?? 0) > 128) value |= 1 << bit
  return { recording: value >> 16, frame: value & 0xffff }
}

let run: Run | null = null

function start(kind: EngineKind, map: PlayMap, at: Ms = 0): Run {
  run?.engine.destroy()
  const seen: SeenFrame[] = []
  const states: Run['states'] = []
  const faults: PlayerFault[] = []
  const engine = createEngine[kind]({
    map,
    start: at,
    resolveSource: resolveSource,
    onState: (state) => states.push([state, performance.now()]),
    onFault: (fault) => faults.push(fault),
    onFrame(time) {
      if (kind === 'dualElement') return
      const { recording, frame } = readFrame(engine.element)
      requestAnimationFrame((shownAt) => seen.push({ time, recording, frame, shownAt, audioTime: engine.time() }))
    },
  })
  run = { engine, seen, states, faults }
  document.body.replaceChildren(engine.element)
  Object.assign(engine.element.style, { width: '640px', height: '360px' })
  return run
}

const waitUntil = async (isSo: () => boolean, limitMs = 120_000): Promise<void> => {
  for (const limit = performance.now() + limitMs; !isSo() && performance.now() < limit;)
    await new Promise((resolve) => setTimeout(resolve, 20))
  if (!isSo()) throw new Error('It did not come to pass')
}

async function playThrough(kind: EngineKind, map: PlayMap, { speed = 1, isHeard = false } = {}) {
  const { engine, seen, states, faults } = start(kind, map)
  const isOver = () => ['ended', 'error'].includes(engine.state())
  await waitUntil(() => engine.state() === 'paused' || isOver())
  if (speed !== 1) engine.setSpeed(speed)
  const listener = isHeard ? await listenForBeeps() : null
  seen.length = 0
  const begun = performance.now()
  await engine.play()
  await waitUntil(isOver, 60_000 + (3 * durationOf(map)) / speed)
  const took = performance.now() - begun
  const startedIn = (states.find(([state]) => state === 'playing')?.[1] ?? Number.NaN) - begun
  return { seen, states, faults, took, startedIn, beeps: listener?.stop() ?? [] }
}

/** Seeks a paused engine and reads the frame it shows. */
async function seekAll(kind: EngineKind, map: PlayMap, times: readonly Ms[]) {
  const { engine } = start(kind, map)
  await waitUntil(() => engine.state() === 'paused')
  const found: { recording: number; frame: number; took: number }[] = []
  for (const time of times) {
    const begun = performance.now()
    await engine.seek(time)
    const took = performance.now() - begun
    found.push({ ...readFrame(engine.element), took })
  }
  return found
}

/** Clicks twice in quick succession, while the first click's address arrives late, and reads the frame shown. */
async function seekTwice(kind: EngineKind, map: PlayMap, first: Ms, second: Ms) {
  const { engine } = start(kind, map)
  await waitUntil(() => engine.state() === 'paused')
  sourceDelays.push(200, 0)
  await Promise.all([engine.seek(first), engine.seek(second)])
  sourceDelays.length = 0
  return readFrame(engine.element)
}

/** Milliseconds from creating an engine to its first frame. */
async function timeToFirstFrame(kind: EngineKind, map: PlayMap): Promise<number> {
  const begun = performance.now()
  const { engine } = start(kind, map)
  await waitUntil(() => engine.state() === 'paused')
  return performance.now() - begun
}

/** Milliseconds from play to the first frame after the one it was paused on. */
async function timeToMove(map: PlayMap, speed: number): Promise<number> {
  const { engine, seen } = start('decode', map)
  await waitUntil(() => engine.state() === 'paused')
  if (speed !== 1) engine.setSpeed(speed)
  // About as long as a person takes from the speed menu to the play button.
  await new Promise((resolve) => setTimeout(resolve, 500))
  seen.length = 0
  const begun = performance.now()
  await engine.play()
  await waitUntil(() => seen.some(({ time }) => time > 40))
  return (seen.find(({ time }) => time > 40)?.shownAt ?? Number.NaN) - begun
}

let player: MediaPlayer | null = null

type PlayerOptions = {
  readonly start?: Ms
  readonly rendition?: string
  /** Number of first URLs that lead to no recording. */
  readonly refusedUrls?: number
}

function openPlayer(map: PlayMap, { refusedUrls = 0, ...options }: PlayerOptions = {}): MediaPlayer {
  player?.destroy()
  let left = refusedUrls
  player = createMediaPlayer({
    map,
    resolveSource: async (videoId, isExpired) =>
      left-- > 0 ? { url: '/page.js', mime: '' } : resolveSource(videoId, isExpired),
    ...options,
  })
  document.body.replaceChildren(player.element)
  const reported: string[] = []
  player.subscribe(() => {
    const { kind, play, fault } = player?.state() ?? {}
    const now = `${kind} ${play}${fault ? ` ${fault.kind}` : ''}`
    if (reported.at(-1) !== now) reported.push(now)
  })
  window.reportedStates = reported
  Object.assign(player.element.style, { width: '640px', height: '360px' })
  return player
}

const readPlayerFrame = (): { recording: number; frame: number } => {
  const element = player?.element.firstElementChild
  if (!(element instanceof HTMLElement)) throw new Error('The player shows nothing')
  return readFrame(element)
}

const stage = {
  start,
  read: readFrame,
  until: waitUntil,
  playThrough,
  seekAll,
  seekTwice,
  firstPicture: timeToFirstFrame,
  timeToMove,
  togglePictureInPicture: togglePictureInPicture,
  openPlayer,
  shownBy: readPlayerFrame,
  asked: sourceRequests,
  durationOf,
  run: () => run,
  player: () => player,
}

declare global {
  interface Window {
    stage: typeof stage
    /** State changes that the player has reported, without consecutive repeats. */
    reportedStates: string[]
  }
}
window.stage = stage
