import { StartupError } from './startup-error.ts'

export type SpeechServiceSettings = {
  readonly kind: SpeechServiceKind
  /** Without a trailing slash: `https://api.openai.com/v1`, `http://localhost:8000/v1`, `https://api.deepgram.com/v1`. */
  readonly url: string
  readonly key: string | null
  readonly model: string | null
}

export const speechServiceKinds = ['openai', 'deepgram'] as const
export type SpeechServiceKind = (typeof speechServiceKinds)[number]

type Values = {
  TRANSCRIPTION_URL?: string | undefined
  TRANSCRIPTION_KEY?: string | undefined
  TRANSCRIPTION_MODEL?: string | undefined
  TRANSCRIPTION_KIND?: SpeechServiceKind | undefined
}

/** Null: only the embedded engine. */
export function readSpeechService(values: Values): SpeechServiceSettings | null {
  const {
    TRANSCRIPTION_URL: url,
    TRANSCRIPTION_KEY: key,
    TRANSCRIPTION_MODEL: model,
    TRANSCRIPTION_KIND: kind,
  } = values
  if (url === undefined) {
    const alone = (['TRANSCRIPTION_KEY', 'TRANSCRIPTION_MODEL', 'TRANSCRIPTION_KIND'] as const).find(
      (name) => values[name] !== undefined,
    )
    if (alone !== undefined)
      throw new StartupError(`TRANSCRIPTION_URL must be set too: without it ${alone} means nothing.`)
    return null
  }
  return { kind: kind ?? 'openai', url: url.replace(/\/+$/, ''), key: key ?? null, model: model ?? null }
}
