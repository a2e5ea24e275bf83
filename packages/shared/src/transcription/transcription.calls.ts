/** Transcripts of the recordings of an article or draft: reading, correcting, captions. */
import * as z from 'zod'
import { translationLanguages } from '../ai/ai-choices.ts'
import { call, may } from '../catalogue/call.ts'
import { singleLine } from '../catalogue/wire.ts'
import { captionFormats } from './caption-files.ts'
import { transcriptionLimits } from './transcription-limits.ts'
import { transcript, transcriptRecording } from './transcription.wire.ts'

const writeRateLimit = { max: 240, windowMs: 60_000 }
const day = 24 * 3_600_000
const time = z.number().int().min(0).max(day)

/** Absent: as it was said. */
const translationLanguage = z.enum(translationLanguages)

const wordInput = z.strictObject({
  start: time,
  end: time,
  text: singleLine(transcriptionLimits.wordLength),
  /** Displayed name; null for the recording's only speaker. */
  speaker: singleLine(transcriptionLimits.speakerLength).nullable(),
})

export const transcriptionCalls = {
  get: call({
    method: 'GET',
    path: '/article/{id}/transcription',
    summary: 'The transcript of an article or draft, as the JSON text of a list of sentences; times in seconds',
    allow: may('transcription.view', 'params.id'),
    key: 'read',
    response: z.object({ transcription: z.string() }),
  }),
  words: call({
    method: 'GET',
    path: '/article/{id}/transcription/words',
    summary: 'The words of an article or draft with their times; of its recordings for those who receive them',
    allow: may('transcription.view', 'params.id'),
    key: 'read',
    query: z.strictObject({ language: translationLanguage.optional() }),
    response: transcript,
  }),
  editWords: call({
    method: 'POST',
    path: '/article/{id}/transcription/words',
    summary: 'Replace the words in a range of a recording; corrections survive another generation',
    allow: may('transcription.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({
      videoId: z.string().min(1).max(64),
      from: time,
      to: time,
      words: z.array(wordInput).max(2000),
    }),
    response: z.object({ recording: transcriptRecording }),
    errors: ['unknown_video'],
    rateLimit: writeRateLimit,
  }),
  renameSpeaker: call({
    method: 'POST',
    path: '/article/{id}/transcription/speaker',
    summary: 'Rename a speaker everywhere in the article; a name in use merges the two',
    allow: may('transcription.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({
      from: singleLine(transcriptionLimits.speakerLength),
      to: singleLine(transcriptionLimits.speakerLength),
    }),
    response: transcript,
    errors: ['unknown_speaker'],
    rateLimit: writeRateLimit,
  }),
  captions: call({
    method: 'GET',
    path: '/article/{id}/captions',
    summary: 'Captions of an article or draft as a WebVTT or SubRip file',
    allow: may('transcription.view', 'params.id'),
    key: 'read',
    query: z.strictObject({
      format: z.enum(captionFormats).default('vtt'),
      language: translationLanguage.optional(),
    }),
    response: z.object({ captions: z.string(), name: z.string() }),
    refusesOperators: true,
    audit: { action: 'article_exported', subject: { kind: 'article', at: 'params.id' } },
  }),
  uploadCaptions: call({
    method: 'POST',
    path: '/article/{id}/captions',
    summary: 'Replace the transcript by a caption file, whose times are those of the article',
    allow: may('transcription.edit', 'params.id'),
    key: 'write',
    body: z.strictObject({ captions: z.string().min(1).max(transcriptionLimits.captionBytes) }),
    response: transcript,
    errors: ['captions_unreadable', 'no_recording'],
    bodyLimit: transcriptionLimits.captionBytes * 2,
    rateLimit: { max: 20, windowMs: 60_000 },
  }),
}
