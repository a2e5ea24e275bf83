/** The port behind which engines recognise speech. */
import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import type { MediaTools } from '../../platform/media/index.ts'

export type SpeechRequest = {
  /** The recording's sound: Ogg with Opus, as the pipeline derives it. */
  readonly audio: string
  /** Ms. */
  readonly duration: number
  /** BCP 47; null lets the engine detect it. */
  readonly language: string | null
  readonly tools: MediaTools
  readonly signal: AbortSignal
  /** In percent. */
  readonly onProgress: (percent: number) => void
  /** All words so far, whenever there are more. */
  readonly onWords?: (words: readonly Word[]) => void
}

export type Speech = {
  /** BCP 47; null if the engine does not report it. */
  readonly language: string | null
  /** Times in ms of the recording, in order. */
  readonly words: readonly Word[]
}

export type SpeechEngine = {
  /** Stored with the transcript. */
  readonly name: string
  /** For people. */
  readonly label: string
  /** The audio leaves this installation. */
  readonly isRemote: boolean
  /** BCP 47; null if it detects any. */
  readonly languages: readonly string[] | null
  readonly transcribe: (request: SpeechRequest) => Promise<Speech>
}

const faultMessages = {
  language_unsupported: 'Only English can be transcribed here. Other languages need a speech service',
  service_unreachable: 'The speech service cannot be reached',
  service_busy: 'The speech service is busy. Please try again later',
  service_refused: 'The speech service refused the recording',
  service_unreadable: 'The speech service sent an answer that could not be read',
  engine_failed: 'The recording could not be transcribed',
} as const

export type SpeechFaultCode = keyof typeof faultMessages

/** A failure that people see; the reason is for the log. */
export class SpeechFault extends Error {
  override name = 'SpeechFault'
  readonly code: SpeechFaultCode
  /** Trying again cannot help. */
  readonly isPermanent: boolean
  constructor(code: SpeechFaultCode, reason = '', isPermanent = false) {
    super(`${code}: ${reason}`)
    this.code = code
    this.isPermanent = isPermanent
  }
  get forPeople(): string {
    return faultMessages[this.code]
  }
}
