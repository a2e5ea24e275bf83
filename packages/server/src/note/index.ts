export { createCollaboration } from './collaboration.ts'
export type {
  ArticleLock,
  Authorisation,
  Collaboration,
  CollaborationOptions,
  LastWord,
  OpenConnection,
} from './collaboration.types.ts'
export { compactNote } from './compact-note.ts'
export { compactNoteJob } from './compact-note.job.ts'
export { copyNotes } from './copy-notes.ts'
export { htmlToNoteJson } from './html-to-note.ts'
export { deleteUnneededNotes, touchNotes } from './note.queries.ts'
export { readNoteJson, readNotesOfArticle } from './read-note.ts'
export { replaceNoteContent } from './replace-note-content.ts'
export { seedNote } from './seed-note.ts'
