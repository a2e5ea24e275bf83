import { untilLoaded } from '../platform/until-loaded.ts'
import { lazyPart } from '../ui/later.tsx'

const loadNotePane = () => import('./note-pane.tsx').then((module) => module.NotePane)

/** The editor and the live connection are loaded only by pages for editing. */
export const NotePane = lazyPart(loadNotePane)
/** Preloads the editor for pages that show something else first. A failed load is repeated when it is needed. */
export const preloadNotePane = (): void => void loadNotePane().catch(() => undefined)
export const loadNoteEditorSession = () =>
  untilLoaded(() => import('./note-editor-session.ts')).then((module) => module.openNoteEditorSession)
