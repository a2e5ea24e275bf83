import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mediaEncoder } from './media-encoder.ts'

/** Hands out what it has encoded, and throws away at its stop what it has not. */
class SlowRecorder extends EventTarget {
  static isTypeSupported = () => true
  state = 'inactive'
  encoded: string[] = []
  ondataavailable = (_event: { data: Blob }) => undefined
  onstop = () => undefined
  start() {
    this.state = 'recording'
    setTimeout(() => this.encoded.push('first'), encodingMs)
  }
  pause() {
    this.state = 'paused'
  }
  requestData() {
    setTimeout(() => {
      const event = Object.assign(new Event('dataavailable'), { data: new Blob(this.encoded.splice(0)) })
      this.ondataavailable(event)
      this.dispatchEvent(event)
    })
  }
  stop() {
    this.state = 'inactive'
    this.onstop()
  }
}
let encodingMs = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('MediaRecorder', SlowRecorder)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function record(): Promise<number> {
  let bytes = 0
  const stream = { getVideoTracks: () => [] } as unknown as MediaStream
  const encoder = mediaEncoder(stream, { onChunk: ({ size }) => (bytes += size), onFailed: () => undefined })
  encoder.start()
  const stopped = encoder.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  return bytes
}

test('a recording that ends before its first frame is encoded contains it', async () => {
  encodingMs = 1500
  expect(await record()).toBe('first'.length)
})

test('an encoder that never hands anything out is stopped after three seconds', async () => {
  encodingMs = 60_000
  expect(await record()).toBe(0)
})
