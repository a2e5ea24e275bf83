import { commandKey } from '../../ui/command-key.ts'
import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import * as texts from '../texts.ts'

/** Those of every page; the keys are in `use-shortcuts.ts`. */
export const shellShortcuts: readonly ShortcutGroup[] = [
  {
    title: texts.everywhere,
    rows: [
      { label: texts.search, keys: ['/'] },
      { label: texts.commandPalette, keys: [commandKey, 'K'] },
      { label: texts.create, keys: ['C'] },
      { label: texts.allShortcuts, keys: ['?'] },
    ],
  },
  {
    title: texts.goToText,
    rows: [
      { label: texts.workspaces, keys: ['G', 'W'] },
      { label: texts.personal, keys: ['G', 'P'] },
      { label: texts.meetings, keys: ['G', 'M'] },
      { label: texts.drafts, keys: ['G', 'D'] },
      { label: 'Home', keys: ['G', 'H'] },
    ],
  },
  {
    title: texts.inLists,
    rows: [
      { label: texts.nextAndPrevious, keys: ['J', 'K'] },
      { label: texts.open, keys: ['Enter'] },
    ],
  },
]
