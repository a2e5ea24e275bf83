export { readScreenText, readUnreadRecordings } from './read-screen-text.job.ts'
export { screenTextSource } from './screen-text-source.ts'
export { listChanges, listShownLines } from './screen-text.queries.ts'
