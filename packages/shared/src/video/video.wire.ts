/** Wire format of a recording. URLs are signed, and null until their file exists. */
import * as z from 'zod'

export const videoStatus = z.enum(['processing', 'finished', 'error'])
export type VideoStatus = z.infer<typeof videoStatus>

/** Thumbnails of the whole recording in one file, row by row: thumbnail n shows the moment n × interval. */
export const storyboard = z.object({
  columns: z.number().int(),
  /** Number of thumbnails; the last row may be incomplete. */
  count: z.number().int(),
  /** Pixels of one thumbnail. */
  width: z.number().int(),
  height: z.number().int(),
  /** In milliseconds. */
  interval: z.number().int(),
})
export type Storyboard = z.infer<typeof storyboard>

export const videoStep = z.enum(['probe', 'remux', 'poster', 'storyboard', 'peaks', 'audio'])
export type VideoStep = z.infer<typeof videoStep>

export const videoStepStatus = z.enum(['waiting', 'running', 'done', 'failed', 'skipped'])
export type VideoStepStatus = z.infer<typeof videoStepStatus>

/** A step of processing a recording; the first two make it playable, the others add to it. */
export const videoStepState = z.object({
  step: videoStep,
  status: videoStepStatus,
  /** In percent. */
  progress: z.number().int(),
  /** For people. */
  error: z.string().nullable(),
  /** It has failed, and another attempt may succeed. */
  canRetry: z.boolean(),
})
export type VideoStepState = z.infer<typeof videoStepState>

/** One file with everything an article plays; the pictures show only that, and are null until they exist. */
export const rendition = z.object({
  url: z.string(),
  /** Names the codecs if `needsCodecs`. */
  mime: z.string(),
  /** Only browsers that support `mime` play it; a file that plays everywhere replaces it. */
  needsCodecs: z.boolean(),
  /** In milliseconds. */
  duration: z.number().int(),
  posterUrl: z.string().nullable(),
  spriteUrl: z.string().nullable(),
  /** Layout of the file at `spriteUrl`; null if and only if that is null. */
  sprite: storyboard.nullable(),
})
export type Rendition = z.infer<typeof rendition>

export const renditionStatus = z.enum(['waiting', 'running', 'done', 'failed'])
export type RenditionStatus = z.infer<typeof renditionStatus>

/** Progress of producing that file. */
export const renditionState = z.object({
  status: renditionStatus,
  /** In percent. */
  progress: z.number().int(),
  /** For people. */
  error: z.string().nullable(),
  /** It has failed, and another attempt may succeed. */
  canRetry: z.boolean(),
})

/** Why readers have no file that plays everywhere, and will not get one without another attempt. */
export const renditionFailure = z.object({
  /** For people. */
  error: z.string(),
  /** Another attempt may succeed, and this reader may request it. */
  canRetry: z.boolean(),
})
export type RenditionFailure = z.infer<typeof renditionFailure>

export const video = z.object({
  id: z.string(),
  /** Null until the first playable file exists. */
  url: z.string().nullable(),
  /** Names the codecs if `needsCodecs`. */
  mime: z.string(),
  /** Only browsers that support `mime` play it; a file that plays everywhere replaces it. */
  needsCodecs: z.boolean(),
  /** In pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** In milliseconds. */
  duration: z.number().int().nullable(),
  /** In milliseconds; only if the upload ends at least a second earlier than it states. */
  statedDuration: z.number().int().nullable(),
  posterUrl: z.string().nullable(),
  spriteUrl: z.string().nullable(),
  /** Layout of the file at `spriteUrl`; null if and only if that is null. */
  sprite: storyboard.nullable(),
  peaksUrl: z.string().nullable(),
  status: videoStatus,
  /** Uploaded bytes. */
  size: z.number().int(),
})
export type Video = z.infer<typeof video>
