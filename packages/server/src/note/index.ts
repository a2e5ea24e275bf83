export { createCollaboration } from './collaboration.ts'
export type {
  ArticleLock,
  Authorisation,
  Collaboration,
  CollaborationOptions,
  LastWord,
  OpenConnection,
} from './collaboration.types.ts'
export { COMPACT_NOTE, compactNote, type CompactNotePayload, compactNotePayload } from './compact-note.job.ts'
export { copyNotes } from './copy-notes.ts'
export { htmlToNoteJson } from './html-to-note.ts'
export { readNoteJson, readNotesOfArticle } from './read-note.ts'
export { replaceNoteContent } from './replace-note-content.ts'
export { seedNote } from './seed-note.ts'
