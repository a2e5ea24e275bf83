import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecognizedLine } from '@knowreel/shared/screen-text/recognized-text.ts'
import type { FrameRecognizer } from './frame-recognizer.ts'
import { createTextDetection, type FrameSource } from './text-detection.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const line = (text: string): RecognizedLine => ({
  text,
  confidence: 90,
  box: { left: 0, top: 0, right: 10, bottom: 10 },
})

/** A player whose frame shows its time, and a recogniser that answers when the test says so. */
function setUp() {
  const player = { time: 1000, isPlaying: true, hasFrame: true }
  const listeners = new Set<() => void>()
  const source: FrameSource = {
    pause: () => void (player.isPlaying = false),
    isPlaying: () => player.isPlaying,
    time: () => player.time,
    settle: async () => {},
    capture: () => (player.hasFrame ? ({ width: 100, height: 50 } as HTMLCanvasElement) : null),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const calls: {
    language: string
    progress: (percent: number) => void
    answer: PromiseWithResolvers<RecognizedLine[]>
  }[] = []
  let closed = 0
  const recognizer: FrameRecognizer = {
    recognize(_frame, language, progress) {
      const answer = Promise.withResolvers<RecognizedLine[]>()
      calls.push({ language, progress, answer })
      return answer.promise
    },
    close: async () => void (closed += 1),
  }
  const detection = createTextDetection(async () => recognizer)
  detection.setSource(source)
  return {
    detection,
    player,
    calls,
    closed: () => closed,
    state: () => detection.store.state,
    move: (change: Partial<typeof player>) => {
      Object.assign(player, change)
      for (const listener of listeners) listener()
    },
    settled: () => vi.advanceTimersByTimeAsync(1000),
  }
}

test('enabling pauses the player and detects; quitting forgets the result', async () => {
  const { detection, player, calls, state, settled, closed } = setUp()
  detection.toggle()
  expect([player.isPlaying, state().phase]).toEqual([false, 'detecting'])
  await settled()
  calls[0]?.progress(40)
  calls[0]?.progress(20)
  expect(state().progress, 'never goes back').toBe(40)
  calls[0]?.answer.resolve([line('Save')])
  await settled()
  expect(state()).toMatchObject({ phase: 'done', progress: 100, at: 1000, size: { width: 100, height: 50 } })
  expect(state().lines.map(({ text }) => text)).toEqual(['Save'])
  detection.toggle()
  await settled()
  expect(state()).toMatchObject({ phase: 'off', progress: 0, lines: [], size: null })
  expect(closed()).toBe(1)
})

test('cancelling ends the recogniser, and its late answer changes nothing', async () => {
  const { detection, calls, state, settled, closed } = setUp()
  detection.toggle()
  await settled()
  detection.quit()
  await settled()
  expect(closed()).toBe(1)
  calls[0]?.answer.resolve([line('Late')])
  await settled()
  expect(state()).toMatchObject({ phase: 'off', lines: [] })
})

test('another frame is detected anew, only the last one; playing quits', async () => {
  const { detection, calls, state, settled, move } = setUp()
  detection.toggle()
  await settled()
  calls[0]?.answer.resolve([line('First')])
  await settled()
  for (const time of [1034, 1068, 1102]) move({ time })
  expect(state()).toMatchObject({ phase: 'detecting', lines: [], at: 1102 })
  await settled()
  expect(calls).toHaveLength(2)
  calls[1]?.answer.resolve([line('Second')])
  await settled()
  expect(state()).toMatchObject({ phase: 'done', at: 1102 })
  move({ isPlaying: true })
  expect(state().phase).toBe('off')
})

test('another language is detected anew and remembered', async () => {
  const { detection, calls, state, settled } = setUp()
  detection.toggle()
  await settled()
  calls[0]?.answer.resolve([line('Cabe')])
  await settled()
  detection.setLanguage('ukr')
  await settled()
  expect([state().phase, calls[1]?.language]).toEqual(['detecting', 'ukr'])
})

test('a failure can be repeated; a player without a frame is waited for', async () => {
  const { detection, calls, state, settled, player } = setUp()
  player.hasFrame = false
  detection.toggle()
  await settled()
  expect(calls).toHaveLength(0)
  player.hasFrame = true
  await settled()
  calls[0]?.answer.reject(new Error('offline'))
  await settled()
  expect(state().phase).toBe('failed')
  detection.detect()
  await settled()
  calls[1]?.answer.resolve([])
  await settled()
  expect(state()).toMatchObject({ phase: 'done', lines: [] })
})
