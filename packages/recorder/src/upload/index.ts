/** Uploads recordings, for pages, the extension and the meeting bot. */
export { browserConnection, browserTransport, acquireLock, type Release } from './browser-ports.ts'
export {
  hasSameContent,
  isSameFile,
  readPersistedFile,
  createJournalEntry,
  createRecordingEntry,
} from './interrupted-upload.ts'
export { browserJournal, memoryJournal } from './upload-journal.ts'
export { crashSafePartMs } from './part-size.ts'
export type { Connection, JournalEntry, PartTransport, UploadCalls, UploadJournal } from './upload-ports.ts'
export { fileSource, gatedSource, growingSource, type GrowingSource, type UploadSource } from './upload-source.ts'
export { idleUpload, pausedUpload, acceptOutcome, uploadMessages, type UploadState } from './upload-state.ts'
export { createUpload, type Upload } from './upload.ts'
