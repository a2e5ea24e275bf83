/**
 * Uploading a recording: request a part, PUT its bytes to the returned URL, request the next, accept them all, then
 * poll the status until it is no longer `processing`. upload-protocol.ts describes the PUT.
 */
import * as z from 'zod'
import { call, companyWide } from '../../catalogue/call.ts'
import { anyId, singleLine, text } from '../../catalogue/wire.ts'
import { recordingMarks } from '../paragraph/recording-marks.ts'
import { stepHints } from '../step-hints.ts'
import { uploadLimits } from './upload-protocol.ts'
import { video, videoStatus, videoStep, videoStepState } from '../video.wire.ts'

// Lists of ids are compared as text.
const partId = z.uuid().toLowerCase()

const minuteMs = 60_000

export const videoUploadCalls = {
  url: call({
    method: 'GET',
    path: '/video-upload/url',
    summary: 'A part of an upload, with the address to put its bytes to',
    allow: 'member',
    key: companyWide('write'),
    query: z.strictObject({
      /** The complete part that this one follows; accepting both then copies nothing. */
      after: partId.optional(),
      /** An own part that needs a fresh URL, instead of a new part. */
      id: partId.optional(),
    }),
    response: z.object({
      /** Valid for 24 hours. */
      url: z.string(),
      id: z.string(),
    }),
    errors: ['not_found', 'part_missing', 'too_many_uploads'],
    rateLimit: { max: 1200, windowMs: minuteMs },
  }),
  accept: call({
    method: 'POST',
    path: '/video-upload/accept',
    summary: 'Make a recording of these parts, in this order',
    allow: 'member',
    key: companyWide('write'),
    body: z.strictObject({
      parts: z.array(partId).min(1).max(uploadLimits.parts),
      /** The article or draft that the recording is uploaded for. */
      articleId: anyId.optional(),
      name: singleLine(300).optional(),
      /** The browser's guess; the content decides. */
      mime: text(200).optional(),
      /** Where a recording of ours is divided into paragraphs. */
      marks: recordingMarks.optional(),
      /** Clicks and navigations while recording. */
      hints: stepHints.optional(),
    }),
    response: z.object({ id: z.string() }),
    errors: ['part_missing', 'too_large', 'unknown_article'],
    rateLimit: { max: 120, windowMs: minuteMs },
  }),
  status: call({
    method: 'GET',
    path: '/video-upload/status/{id}',
    summary: 'What became of an accepted upload',
    allow: 'member',
    key: companyWide('write'),
    response: z.object({
      status: videoStatus,
      video: video.nullable(),
      /** Progress of processing, weighted by step: 0 to 95, and 100 when finished. */
      progress: z.number().int(),
      /** For people. */
      error: z.string().nullable(),
      /** Empty until processing starts. */
      steps: z.array(videoStepState),
    }),
  }),
  retry: call({
    method: 'POST',
    path: '/video-upload/retry/{id}',
    summary: 'Have a failed step of the work on a recording done again',
    allow: 'member',
    key: companyWide('write'),
    body: z.strictObject({ step: videoStep }),
    response: z.object({ success: z.literal(true) }),
    errors: ['video_step_not_failed'],
    rateLimit: { max: 30, windowMs: minuteMs },
  }),
}
