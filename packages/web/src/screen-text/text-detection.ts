/**
 * Text detection in the paused frame of a player:
 *
 *     off → detecting → done | failed → off
 *
 * Enabling pauses the player. Playing quits; another frame or another language is detected anew. A detection that was
 * replaced or cancelled changes nothing any more. The recogniser is loaded with the first detection and ends with the
 * mode.
 */
import { Store } from '@tanstack/react-store'
import type { RecognizedLine } from '@knowreel/shared/screen-text/recognized-text.ts'
import { textLanguages, type TextLanguage } from '@knowreel/shared/screen-text/text-languages.ts'
import { loadWithRetry } from '../platform/load-with-retry.ts'
import { readSetting, writeSetting } from '../platform/browser-storage.ts'
import type { FrameRecognizer } from './frame-recognizer.ts'

/** A player whose frames are read. Times in ms. */
export type FrameSource = {
  readonly pause: () => void
  readonly isPlaying: () => boolean
  readonly time: () => number
  /** Resolves when the frame of the current time is shown. */
  readonly settle: () => Promise<void>
  /** Null while there is no frame. */
  readonly capture: () => HTMLCanvasElement | null
  readonly subscribe: (listener: () => void) => () => void
}

export type DetectedLine = RecognizedLine & { readonly id: number }

export type DetectionState = {
  readonly phase: 'off' | 'detecting' | 'done' | 'failed'
  /** From 0 to 100. */
  readonly progress: number
  readonly lines: readonly DetectedLine[]
  /** The size of the frame in pixels; boxes refer to it. */
  readonly size: { readonly width: number; readonly height: number } | null
  /** ms of the player. */
  readonly at: number
  readonly language: TextLanguage
  readonly selectedId: number | null
}

export type TextDetection = {
  /** Quits if it is another player. */
  readonly setSource: (source: FrameSource | null) => void
  readonly store: Store<DetectionState>
  readonly toggle: () => void
  readonly quit: () => void
  readonly detect: () => void
  readonly setLanguage: (language: TextLanguage) => void
  readonly select: (id: number | null) => void
}

const languageKey = 'knowreel.textLanguage'
/** Stepping through frames detects only the one where it ends. */
const settleMs = 400
const frameTimeoutMs = 15_000
const frameCheckMs = 50
/** Two times closer than this show the same frame. */
const sameFrameMs = 5

function readLanguage(): TextLanguage {
  const stored = readSetting(languageKey)
  const [spoken = ''] = navigator.language.split('-')
  const preferred = { uk: 'ukr', ru: 'rus' }[spoken]
  return textLanguages.find((one) => one === stored) ?? textLanguages.find((one) => one === preferred) ?? 'eng'
}

const noResult = { progress: 0, lines: [], size: null, selectedId: null } as const

/** `loadRecognizer` is replaced in tests. */
export function createTextDetection(
  loadRecognizer: () => Promise<FrameRecognizer> = loadFrameRecognizer,
): TextDetection {
  const store = new Store<DetectionState>({ ...noResult, phase: 'off', at: 0, language: readLanguage() })
  let source: FrameSource | null = null
  let recognizer: Promise<FrameRecognizer> | null = null
  let detection = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe = () => {}

  const change = (next: Partial<DetectionState>) => store.setState((state) => ({ ...state, ...next }))
  const endRecognizer = () => {
    void recognizer?.then((one) => one.close()).catch(() => undefined)
    recognizer = null
  }

  async function run(player: FrameSource): Promise<void> {
    const mine = ++detection
    const isCurrent = () => mine === detection
    change({ ...noResult, phase: 'detecting', at: player.time() })
    try {
      recognizer ??= loadRecognizer()
      await player.settle()
      const frame = await captureFrame(player, isCurrent)
      const used = await recognizer
      if (!isCurrent()) return
      const { width, height } = frame
      const lines = await used.recognize(frame, store.state.language, (progress) => {
        if (isCurrent()) change({ progress: Math.max(store.state.progress, Math.round(progress)) })
      })
      if (!isCurrent()) return
      change({
        phase: 'done',
        progress: 100,
        lines: lines.map((line, id) => ({ ...line, id })),
        size: { width, height },
      })
    } catch {
      if (!isCurrent()) return
      endRecognizer()
      change({ phase: 'failed' })
    }
  }

  function follow(player: FrameSource): void {
    if (player.isPlaying()) return quit()
    if (Math.abs(player.time() - store.state.at) < sameFrameMs) return
    // The result of a detection that is replaced is of no use, and it may run for seconds.
    if (store.state.phase === 'detecting') endRecognizer()
    detection++
    change({ ...noResult, phase: 'detecting', at: player.time() })
    clearTimeout(timer)
    timer = setTimeout(() => void run(player), settleMs)
  }

  function quit(): void {
    detection++
    clearTimeout(timer)
    unsubscribe()
    unsubscribe = () => {}
    endRecognizer()
    change({ ...noResult, phase: 'off' })
  }

  function detect(): void {
    const player = source
    if (player === null) return
    clearTimeout(timer)
    unsubscribe()
    player.pause()
    if (store.state.phase === 'detecting') endRecognizer()
    unsubscribe = player.subscribe(() => follow(player))
    void run(player)
  }

  return {
    store,
    setSource(next) {
      if (store.state.phase !== 'off') quit()
      source = next
    },
    quit,
    detect,
    toggle: () => (store.state.phase === 'off' ? detect() : quit()),
    setLanguage(language) {
      writeSetting(languageKey, language)
      change({ language })
      if (store.state.phase !== 'off') detect()
    },
    select: (selectedId) => change({ selectedId }),
  }
}

/** A player that has just been opened has no frame yet. */
async function captureFrame(player: FrameSource, isWanted: () => boolean): Promise<HTMLCanvasElement> {
  for (const end = Date.now() + frameTimeoutMs; isWanted() && Date.now() < end; await delay(frameCheckMs)) {
    const frame = player.capture()
    if (frame !== null) return frame
  }
  throw new Error('There is no frame')
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const loadFrameRecognizer = async (): Promise<FrameRecognizer> => {
  const { createFrameRecognizer } = await loadWithRetry(() => import('./frame-recognizer.ts'))
  return createFrameRecognizer()
}
