import { lazy } from 'react'
import { untilLoaded } from '../platform/until-loaded.ts'

export { connectionLostWords } from './connection-words.ts'
export { clearLocalNotes } from './local-edits.ts'
export { createFileAddresses, type AddressRequest, type FileAddresses } from './files/file-addresses.ts'
export { NoteText } from './note-text.tsx'
export type { DeskState, NoteDesk, NotePerson } from './note-desk.ts'
export type { NoteSession } from './note-session.ts'

const loadNotePane = () => import('./note-pane.tsx')

/** The editor and the live connection are asked for only by pages that edit. */
export const NotePane = lazy(() => untilLoaded(loadNotePane).then((module) => ({ default: module.NotePane })))
/** For pages that show something else first. What does not arrive is asked for again when needed. */
export const prepareNotePane = (): void => void loadNotePane().catch(() => undefined)
export const loadNoteDesk = () => untilLoaded(() => import('./note-desk.ts')).then((module) => module.openNoteDesk)
