/** Uploads recordings, for pages, the extension and the meeting bot. */
export { browserConnection, browserTransport, takeInHand, type LetGo } from './browser-ports.ts'
export { hasSameContent, isSameFile, keptFileOf, newUploadOfFile } from './interrupted-upload.ts'
export { browserJournal, memoryJournal } from './upload-journal.ts'
export type { Connection, JournalEntry, PartTransport, UploadCalls, UploadJournal } from './upload-ports.ts'
export { fileSource, gatedSource, growingSource, type GrowingSource, type UploadSource } from './upload-source.ts'
export { idleUpload, restingUpload, uploadMessages, type UploadState } from './upload-state.ts'
export { createUpload, type Upload } from './upload.ts'
