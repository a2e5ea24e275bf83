import { lazy } from 'react'

export { connectionLostWords } from './connection-words.ts'
export { clearLocalNotes } from './local-edits.ts'
export { NoteText } from './note-text.tsx'
export type { DeskState, NoteDesk, NotePerson } from './note-desk.ts'
export type { NoteSession } from './note-session.ts'

/** The editor and the live connection are asked for only by pages that edit. */
export const NotePane = lazy(() => import('./note-pane.tsx').then((module) => ({ default: module.NotePane })))
export const loadNoteDesk = () => import('./note-desk.ts').then((module) => module.openNoteDesk)
