import * as z from 'zod'
import { defineJob, PermanentFailure } from '../../platform/jobs/index.ts'
import type { StructureRecording } from './structure-recording.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobServices {
    structureRecording: StructureRecording
  }
}

/** Notes, paragraphs and a title for a new recording, by the settings of its author. */
export const structureRecording = defineJob({
  name: 'structure-recording',
  title: 'Generate notes and paragraphs of a recording',
  payload: z.strictObject({ videoId: z.uuid() }),
  attempts: 4,
  load:
    async () =>
    async ({ payload, services, signal, log }) => {
      const outcome = await services.structureRecording(payload.videoId, signal)
      log(outcome.text)
      if (outcome.isFinal) throw new PermanentFailure(outcome.text)
    },
})
