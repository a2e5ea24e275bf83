import { commandKey } from '../../ui/command-key.ts'
import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import { playerShortcuts } from '../watch/player-shortcuts.ts'
import * as texts from './texts.ts'

/** Commands that the edit page does not have. */
const ofWatching = new Set(['C', 'F', 'T', 'P', '?'])

/** The keys are in `use-editor-keys.ts`, those of blocks and edges in `blocks`. */
export const editorShortcuts: readonly ShortcutGroup[] = [
  {
    title: texts.editing,
    rows: [
      { label: texts.newParagraphHere, keys: ['P'] },
      { label: texts.trim, keys: ['T'] },
      { label: texts.applyTrim, keys: ['Enter'] },
      { label: texts.cancelTrim, keys: ['Esc'] },
      { label: texts.moveEdge, keys: ['←', '→'] },
      { label: texts.moveEdgeFar, keys: ['Shift', '←', '→'] },
      { label: texts.undo, keys: [commandKey, 'Z'] },
      { label: texts.redo, keys: [commandKey, 'Shift', 'Z'] },
      { label: texts.zoomIn, keys: ['+'] },
      { label: texts.zoomOut, keys: ['−'] },
    ],
  },
  {
    title: texts.selectedParagraph,
    rows: [
      { label: texts.goToStart, keys: ['Enter'] },
      { label: texts.rename, keys: ['F2'] },
      { label: texts.mergeWithPrevious, keys: ['J'] },
      { label: texts.deleteLabel, keys: ['Delete'] },
      { label: texts.reorderParagraph, keys: ['Alt', '←', '→'] },
      { label: texts.changeLevel, keys: ['Alt', '↑', '↓'] },
    ],
  },
  ...playerShortcuts.map(({ title, rows }) => ({
    title,
    rows: rows.filter(({ keys: [key = ''] }) => !ofWatching.has(key)),
  })),
]
