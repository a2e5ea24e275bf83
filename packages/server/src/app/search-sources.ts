import { screenTextSource } from '../screen-text/index.ts'
import type { TimedTextSource } from '../search/index.ts'
import { transcriptSource } from '../transcription/index.ts'

/** What is said or shown in recordings, for the search index: one source per feature that knows it. */
export const searchSources: readonly TimedTextSource[] = [screenTextSource, transcriptSource]
