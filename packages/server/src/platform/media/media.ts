import type { BaseLogger } from 'pino'
import { findMediaTools, type MediaToolPaths, type MediaTools } from './media-tools.ts'

declare module '../jobs/job.ts' {
  interface JobServices {
    media: Media
  }
}

export type Media = {
  /** Throws MediaToolsMissing; the next call finds programs installed in the meantime. */
  tools(): Promise<MediaTools>
}

export function openMedia(paths: MediaToolPaths): Media {
  let found: Promise<MediaTools> | null = null
  return {
    tools() {
      found ??= findMediaTools(paths).catch((error: unknown) => {
        found = null
        throw error
      })
      return found
    },
  }
}

/** Warns at the start, rather than at the first upload, that recordings cannot be processed. */
export async function warnOfMissingTools(media: Media, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  await media.tools().catch((error: unknown) => {
    log.warn(`Video is off: ${error instanceof Error ? error.message : String(error)}`)
  })
}
