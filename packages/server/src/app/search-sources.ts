import { screenTextSource } from '../screen-text/index.ts'
import type { TimedTextSource } from '../search/index.ts'
import { transcriptSource } from '../transcription/index.ts'

/** Speech and on-screen text of recordings for the search index: one source for each feature that stores it. */
export const searchSources: readonly TimedTextSource[] = [screenTextSource, transcriptSource]
