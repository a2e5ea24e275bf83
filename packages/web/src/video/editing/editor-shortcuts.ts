import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import { playerShortcuts } from '../watch/player-shortcuts.ts'
import * as texts from './texts.ts'

/** Commands that the edit page does not have. */
const ofWatching = new Set(['C', 'F', 'T', 'P', '?'])

/** The keys are in `use-editor-keys.ts`. */
export const editorShortcuts: readonly ShortcutGroup[] = [
  {
    title: texts.editing,
    rows: [
      { label: texts.newParagraphHere, keys: ['P'] },
      { label: texts.trim, keys: ['T'] },
      { label: texts.zoomIn, keys: ['+'] },
      { label: texts.zoomOut, keys: ['−'] },
    ],
  },
  ...playerShortcuts.map(({ title, rows }) => ({
    title,
    rows: rows.filter(({ keys: [key = ''] }) => !ofWatching.has(key)),
  })),
]
