/** A recording as it travels. Addresses are signed, and null while what they lead to is not there yet. */
import * as z from 'zod'

export const videoStatus = z.enum(['processing', 'finished', 'error'])
export type VideoStatus = z.infer<typeof videoStatus>

/**
 * Small pictures of the whole recording in one file, row by row: picture number n shows the moment n × interval.
 */
export const storyboard = z.object({
  columns: z.number().int(),
  /** Of all pictures; the last row may not be full. */
  count: z.number().int(),
  /** Pixels of one picture. */
  width: z.number().int(),
  height: z.number().int(),
  /** Milliseconds. */
  interval: z.number().int(),
})
export type Storyboard = z.infer<typeof storyboard>

export const videoStep = z.enum(['probe', 'remux', 'poster', 'storyboard', 'peaks', 'audio'])
export type VideoStep = z.infer<typeof videoStep>

export const videoStepStatus = z.enum(['waiting', 'running', 'done', 'failed', 'skipped'])
export type VideoStepStatus = z.infer<typeof videoStepStatus>

/** A part of the work on a recording; the first two make it playable, the others stand around it. */
export const videoStepState = z.object({
  step: videoStep,
  status: videoStepStatus,
  /** Percent. */
  progress: z.number().int(),
  /** In words for people. */
  error: z.string().nullable(),
})

/** One file of all that an article plays. */
export const rendition = z.object({
  url: z.string(),
  mime: z.string(),
  /** Milliseconds. */
  duration: z.number().int(),
})
export type Rendition = z.infer<typeof rendition>

export const renditionStatus = z.enum(['waiting', 'running', 'done', 'failed'])
export type RenditionStatus = z.infer<typeof renditionStatus>

/** How far the making of that file is. */
export const renditionState = z.object({
  status: renditionStatus,
  /** Percent. */
  progress: z.number().int(),
  /** In words for people. */
  error: z.string().nullable(),
})

export const video = z.object({
  id: z.string(),
  /** Plays everywhere; null until the first playable file exists. */
  url: z.string().nullable(),
  mime: z.string(),
  /** Pixels. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** Milliseconds. */
  duration: z.number().int().nullable(),
  posterUrl: z.string().nullable(),
  spriteUrl: z.string().nullable(),
  /** How to read what `spriteUrl` leads to; null exactly when that is. */
  sprite: storyboard.nullable(),
  peaksUrl: z.string().nullable(),
  status: videoStatus,
  /** Bytes that were uploaded. */
  size: z.number().int(),
})
export type Video = z.infer<typeof video>
