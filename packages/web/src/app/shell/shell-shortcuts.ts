import { commandKey } from '../../ui/command-key.ts'
import {
  actionKeys,
  goKeys,
  listKeys,
  paletteKey,
  type GoTarget,
  type PageAction,
} from '../../ui/shortcuts/page-keys.ts'
import type { ShortcutGroup } from '../../ui/shortcuts/page-shortcuts.ts'
import * as texts from '../texts.ts'

const actionLabels: Record<PageAction, string> = {
  search: texts.search,
  create: texts.create,
  help: texts.allShortcuts,
}
const goLabels: Record<GoTarget, string> = {
  workspaces: texts.workspaces,
  personal: texts.personal,
  meetings: texts.meetings,
  drafts: texts.drafts,
  home: texts.home,
}
const keyName = (key: string) => key.toUpperCase()

/** Those of every page. */
export const shellShortcuts: readonly ShortcutGroup[] = [
  {
    title: texts.everywhere,
    rows: [
      ...Object.entries(actionKeys).map(([key, action]) => ({ label: actionLabels[action], keys: [keyName(key)] })),
      { label: texts.commandPalette, keys: [commandKey, keyName(paletteKey)] },
    ],
  },
  {
    title: texts.goToText,
    rows: Object.entries(goKeys).map(([key, page]) => ({ label: goLabels[page], keys: ['G', keyName(key)] })),
  },
  {
    title: texts.inLists,
    rows: [
      { label: texts.nextAndPrevious, keys: [keyName(listKeys.next), keyName(listKeys.previous)] },
      { label: texts.open, keys: ['Enter'] },
    ],
  },
]
