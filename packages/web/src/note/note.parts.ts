import { loadWithRetry } from '../platform/load-with-retry.ts'
import { lazyComponent } from '../ui/lazy-components.tsx'

const loadNotePane = () => import('./note-pane.tsx').then((module) => module.NotePane)

/** The editor and the live connection are loaded only by pages for editing. */
export const NotePane = lazyComponent(loadNotePane)
/** Preloads the editor for pages that show something else first. A failed load is repeated when it is needed. */
export const preloadNotePane = (): void => void loadNotePane().catch(() => undefined)
export const loadNoteEditorSession = () =>
  loadWithRetry(() => import('./note-editor-session.ts')).then((module) => module.openNoteEditorSession)
