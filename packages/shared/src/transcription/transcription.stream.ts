/** The stream that generates the transcript of what an article plays. Its result is the wire format's JSON text. */
import * as z from 'zod'

export const TRANSCRIPTION_STREAM = 'ai-transcription'

export const transcriptionStreamData = z.object({
  /** Uuid or short id of an article or a draft. */
  articleId: z.string().min(1).max(100),
  /** BCP 47; null lets the engine detect it. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)
    .nullable()
    .default(null),
  /** False drops the corrections that people made. */
  keepsEdits: z.boolean().default(true),
})
export type TranscriptionStreamData = z.infer<typeof transcriptionStreamData>

export type TranscriptionStreamResult = { readonly transcription: string }
