/**
 * Uploading a recording: ask for a part, PUT its bytes to the address given, ask for the next, accept them all, then ask
 * for the status until it is no longer `processing`. How bytes are put is told in upload-protocol.ts.
 */
import * as z from 'zod'
import { call } from '../catalogue/call.ts'
import { anyId, text } from '../catalogue/wire.ts'
import { uploadLimits } from './upload-protocol.ts'
import { video, videoStatus, videoStep, videoStepState } from './video.wire.ts'

// The list of them is compared as text.
const partId = z.uuid().toLowerCase()

const minuteMs = 60_000

export const videoUploadCalls = {
  url: call({
    method: 'GET',
    path: '/video-upload/url',
    summary: 'A part of an upload, with the address to put its bytes to',
    allow: 'member',
    query: z.strictObject({
      /** The complete part that this one follows: then accepting both copies nothing. */
      after: partId.optional(),
      /** A part of mine that is to get a fresh address, instead of a new part. */
      id: partId.optional(),
    }),
    gives: z.object({
      /** Good for 24 hours. */
      url: z.string(),
      id: z.string(),
    }),
    errors: ['part_missing', 'too_many_uploads'],
    rateLimit: { max: 1200, windowMs: minuteMs },
  }),
  accept: call({
    method: 'POST',
    path: '/video-upload/accept',
    summary: 'Make a recording of these parts, in this order',
    allow: 'member',
    body: z.strictObject({
      parts: z.array(partId).min(1).max(uploadLimits.parts),
      /** The article or draft it is uploaded for. */
      articleId: anyId.optional(),
      name: text(300).optional(),
      /** What the browser takes the file for; what it is, its content tells. */
      mime: text(200).optional(),
    }),
    gives: z.object({ id: z.string() }),
    errors: ['part_missing', 'too_large', 'unknown_article'],
    rateLimit: { max: 120, windowMs: minuteMs },
  }),
  status: call({
    method: 'GET',
    path: '/video-upload/status/{id}',
    summary: 'What became of an accepted upload',
    allow: 'member',
    gives: z.object({
      status: videoStatus,
      video: video.nullable(),
      /** Of the processing, by estimate: 0 to 99, and 100 once it is finished. */
      progress: z.number().int(),
      /** In words for people. */
      error: z.string().nullable(),
      /** Empty until the work has begun. */
      steps: z.array(videoStepState),
    }),
  }),
  retry: call({
    method: 'POST',
    path: '/video-upload/retry/{id}',
    summary: 'Have a failed step of the work on a recording done again',
    allow: 'member',
    body: z.strictObject({ step: videoStep }),
    gives: z.object({ success: z.literal(true) }),
    errors: ['video_step_not_failed'],
    rateLimit: { max: 30, windowMs: minuteMs },
  }),
}
