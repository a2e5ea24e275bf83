/** Small shapes that many calls share. */
import * as z from 'zod'

/** A uuid or a short id from a client. Longer strings are rejected before any lookup. */
export const anyId = z.string().min(1).max(64)

/** ISO 8601 UTC with milliseconds. */
export const isoTime = z.string().meta({ format: 'date-time' })

/** `1|true|yes` is true; `0|false|no`, empty or absent is false. */
export const flag = z
  .enum(['1', 'true', 'yes', '0', 'false', 'no', ''])
  .optional()
  .transform((value) => value === '1' || value === 'true' || value === 'yes')

/** Pages start at 1. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)

export const success = z.object({ success: z.literal(true) })

const unstorableText = 'The text has characters that cannot be kept'

/** PostgreSQL keeps neither U+0000 nor half of a surrogate pair. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed() && !value.includes('\0')
    : typeof value !== 'object' || value === null || Object.values(value).every(isStorable)

/** A value of the client that is stored as it is: none of its texts has characters that PostgreSQL rejects. */
export const storable = <Schema extends z.ZodType>(schema: Schema) => schema.refine(isStorable, unstorableText)

const boundedText = (maximum: number, missing?: string) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .max(maximum, `At most ${maximum} characters`)
    .refine((value) => value.isWellFormed(), unstorableText)

/**
 * Text without control characters except line breaks and tabs; PostgreSQL rejects U+0000. `missing` is the message when
 * no text was sent.
 */
export const text = (maximum: number, missing?: string) =>
  boundedText(maximum, missing).refine(
    // eslint-disable-next-line no-control-regex
    (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(value),
    unstorableText,
  )

/** A name or title: pasted line breaks, control characters and direction overrides become spaces. */
export const singleLine = (maximum: number, missing?: string) => boundedText(maximum, missing).transform(toSingleLine)

export const toSingleLine = (value: string): string =>
  // eslint-disable-next-line no-control-regex
  value.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
