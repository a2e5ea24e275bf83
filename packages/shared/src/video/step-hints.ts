/**
 * Clicks and navigations in the tab while it was recorded, as hints for naming paragraphs. Never
 * keystrokes or the values of fields.
 */
import * as z from 'zod'
import { singleLine } from '../catalogue/wire.ts'
import { hintAddress, hintLimits } from './hint-address.ts'
import { videoLimits } from './video-errors.ts'

const stepHint = z.strictObject({
  /** Milliseconds from the start of the recording. */
  at: z.number().int().min(0).max(videoLimits.duration),
  kind: z.enum(['click', 'navigation']),
  /** The name of the element, or the title of the page. */
  title: singleLine(hintLimits.title).default(''),
  url: z
    .string()
    .max(hintLimits.url)
    .refine((url) => url === hintAddress(url), 'Addresses of hints have no query')
    .default(''),
})
export const stepHints = z.array(stepHint).max(hintLimits.hints)
export type StepHint = z.output<typeof stepHint>
