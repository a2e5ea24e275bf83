/** A recording whose screen, clock, disk and server are plain objects. */
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import type { UploadSource } from '../upload/index.ts'
import type { Capture, CaptureDevice, Encoder, EncoderListener, RecordingFacts, Spool } from './capture-ports.ts'
import { createRecording, type RecordingState } from './recording.ts'

type Stored = { facts: RecordingFacts; chunks: { chunk: Blob; elapsed: number }[] }
type Sent = {
  source: UploadSource
  marks: readonly RecordingMark[]
  hints: readonly StepHint[]
  isCancelled: boolean
}

export function fakeRecording() {
  let now = 0
  /** Milliseconds that only the wall clock has counted. */
  let slept = 0
  const waits = new Set<{ until: number; resolve: () => void }>()
  const stored = new Map<string, Stored>()
  const sent = new Map<string, Sent>()
  const encoders: (EncoderListener & { state: string; stream: MediaStream })[] = []
  const phases: string[] = []
  const world = {
    isDiskFull: false,
    isSpoolBroken: false,
    isServerDown: false,
    /** Handed out when the encoder stops. */
    lastChunk: 'end',
  }

  const spool: Spool = {
    async create(facts) {
      if (world.isSpoolBroken) throw new Error('No storage')
      const recording: Stored = { facts, chunks: [] }
      stored.set(facts.id, recording)
      return {
        async append(chunk, elapsed) {
          await Promise.resolve()
          if (world.isDiskFull) throw new DOMException('Full', 'QuotaExceededError')
          recording.chunks.push({ chunk, elapsed })
          return chunk
        },
      }
    },
    list: () => Promise.reject(new Error('unused')),
    read: () => Promise.reject(new Error('unused')),
    async update(id, change) {
      const recording = stored.get(id)
      if (recording) recording.facts = { ...recording.facts, ...change }
    },
    remove: async (id) => void stored.delete(id),
  }
  const encode = (stream: MediaStream, listener: EncoderListener): Encoder => {
    const encoder = { ...listener, state: 'inactive', stream }
    encoders.push(encoder)
    return {
      mime: 'video/webm;codecs=vp9,opus',
      start: () => (encoder.state = 'recording'),
      pause: () => (encoder.state = 'paused'),
      resume: () => (encoder.state = 'recording'),
      async stop() {
        if (encoder.state !== 'stopped' && world.lastChunk !== '') listener.onChunk(new Blob([world.lastChunk]))
        encoder.state = 'stopped'
      },
    }
  }
  const recording = createRecording({
    clock: {
      now: () => now,
      wallTime: () => now + slept,
      wait: (ms, signal) =>
        new Promise((resolve, reject) => {
          waits.add({ until: now + ms, resolve })
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        }),
    },
    spool,
    encode,
    upload: {
      begin: async ({ id }, source) => void sent.set(id, { source, marks: [], hints: [], isCancelled: false }),
      setMarks: async (id, marks, hints) => {
        const upload = sent.get(id)
        if (upload) Object.assign(upload, { marks, hints })
      },
      finish: async (id) => !world.isServerDown && sent.get(id)?.source.extent().isComplete === true,
      cancel: async (id) => {
        const upload = sent.get(id)
        if (upload) upload.isCancelled = true
      },
    },
    onState: ({ phase }: RecordingState) => void (phases.at(-1) === phase || phases.push(phase)),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const pass = async (ms: number) => {
    now += ms
    for (const wait of waits) {
      if (wait.until > now) continue
      waits.delete(wait)
      wait.resolve()
    }
    await settle()
  }

  const screen = { isClosed: false, end: () => {}, lose: (() => {}) as (device: CaptureDevice) => void }
  const capture: Capture = {
    stream: {} as MediaStream,
    onEnded: (listener) => (screen.end = listener),
    onDeviceLost: (listener) => (screen.lose = listener),
    close: () => (screen.isClosed = true),
  }
  return {
    recording,
    world,
    screen,
    stored,
    sent,
    encoders,
    phases,
    pass,
    settle,
    request: { owner: 'ann:halden', open: () => Promise.resolve(capture), context: { title: 'Meters' } },
    /** All timers are stopped in the meantime. */
    sleep: (ms: number) => void (slept += ms),
    /** Starts and waits for the end of the countdown. */
    async record() {
      void recording.start(this.request)
      await settle()
      for (let second = 0; second < 3; second++) await pass(1000)
    },
    /** Seconds of recording, a chunk each. */
    async chunks(...contents: string[]) {
      for (const content of contents) {
        await pass(1000)
        encoders.at(-1)?.onChunk(new Blob([content]))
        await settle()
      }
    },
    spooled: () =>
      Promise.all([...stored.values()].map(async ({ chunks }) => new Blob(chunks.map(({ chunk }) => chunk)).text())),
    uploaded: () =>
      Promise.all([...sent.values()].map(async ({ source }) => (await source.slice(0, source.extent().bytes)).text())),
  }
}
