/** The dependencies of a recording; browser implementations are in this folder, tests provide their own. */
import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import type { UploadSource } from '../upload/upload-source.ts'

/** Besides what is recorded: the camera is the one in the corner. */
export type CaptureDevice = 'camera' | 'microphone'

/** Picture and sound of what is recorded, mixed. */
export type Capture = {
  readonly stream: MediaStream
  /** Calls back once if the picture ends without `stop`. */
  readonly onEnded: (listener: () => void) => void
  /** Calls back if a device is unplugged or no longer allowed; the picture continues. */
  readonly onDeviceLost: (listener: (device: CaptureDevice) => void) => void
  /** Ends all tracks; the browser stops showing that something is shared. */
  readonly close: () => void
}

/** Encodes a capture and hands out a chunk about every half second. */
export type Encoder = {
  /** As the recording's type. */
  readonly mime: string
  readonly start: () => void
  readonly pause: () => void
  readonly resume: () => void
  /** Resolves after the last chunk was handed out. */
  readonly stop: () => Promise<void>
}

export type EncoderListener = {
  readonly onChunk: (chunk: Blob) => void
  readonly onFailed: (error: unknown) => void
}

/** Facts of a recording that are known without reading its chunks. */
export type RecordingFacts = {
  readonly id: string
  /** The account and company it belongs to. */
  readonly owner: string
  readonly mime: string
  /** In milliseconds since 1970. */
  readonly startedAt: number
  /** False while it is being recorded, and after a crash. */
  readonly isWhole: boolean
  readonly marks: readonly RecordingMark[]
  /** Absent in recordings of pages, which see no clicks. */
  readonly hints?: readonly StepHint[]
  /** The page needs this to finish it; any JSON value. */
  readonly context: unknown
}

export type SpooledRecording = RecordingFacts & {
  readonly bytes: number
  /** Length of what is in the spool, in ms. */
  readonly elapsed: number
}

/** Keeps every chunk on this computer until the server has the recording. */
export type Spool = {
  create(facts: RecordingFacts): Promise<SpoolWriter>
  /** All recordings of this owner, oldest first. */
  list(owner: string): Promise<SpooledRecording[]>
  /** Everything that was written, as one file on disk. Null: there is nothing. */
  read(id: string): Promise<Blob | null>
  update(id: string, change: Partial<Pick<RecordingFacts, 'isWhole' | 'marks' | 'hints' | 'context'>>): Promise<void>
  remove(id: string): Promise<void>
}

export type SpoolWriter = {
  /** Writes a chunk, which ends at `elapsed` ms. Resolves to the copy on disk. */
  append(chunk: Blob, elapsed: number): Promise<Blob>
}

/** Sends a recording while it is being made. */
export type RecordingUpload = {
  begin(recording: RecordingFacts, source: UploadSource): Promise<void>
  /** Must be called before the source ends. */
  setMarks(id: string, marks: readonly RecordingMark[], hints: readonly StepHint[]): Promise<void>
  /** Resolves to whether the server has everything. */
  finish(id: string): Promise<boolean>
  cancel(id: string): Promise<void>
}

export type Clock = {
  /** In milliseconds, never going back. */
  now(): number
  /** In milliseconds since 1970; continues while the computer sleeps. */
  wallTime(): number
  /** Resolves after the time, unless the signal aborts first, which rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}
