import { lazyComponent } from '../ui/lazy-components.tsx'

/** Lazy: the page is read before anything of the transcript is needed. */
export const ReaderTranscript = lazyComponent(() =>
  import('./read/reader-transcript.tsx').then((module) => module.ReaderTranscript),
)
