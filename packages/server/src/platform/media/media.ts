import type { BaseLogger } from 'pino'
import { findMediaTools, type MediaToolPaths, type MediaTools } from './media-tools.ts'

declare module '../jobs/job.ts' {
  interface JobServices {
    media: Media
  }
}

export type Media = {
  /** Throws MediaToolsMissing; what was installed since is found by the next call. */
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

/** Says at the start, not at the first upload, that there is nothing to work on recordings with. */
export async function warnOfMissingTools(media: Media, log: Pick<BaseLogger, 'warn'>): Promise<void> {
  await media.tools().catch((error: unknown) => {
    log.warn(`Video is off: ${error instanceof Error ? error.message : String(error)}`)
  })
}
