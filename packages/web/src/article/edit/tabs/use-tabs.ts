import { useMemo } from 'react'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import {
  addTab,
  deleteTab,
  storedTabTitle,
  mayAddTab,
  moveTab,
  renameTab,
  togglePin,
} from '@knowreel/shared/article/text-tab.rules.ts'
import { confirmAction } from '../../../ui/dialog/dialogs.ts'
import { showUndo } from '../../../ui/toast/toast.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import * as texts from '../texts.ts'

export type TabActions = {
  /** Creates a tab, shows it and starts renaming it. */
  create: () => void
  rename: (tabId: string, title: string) => void
  togglePin: (tabId: string) => void
  /** Moves the tab to `index`. */
  move: (tabId: string, index: number) => void
  /**
   * Asks for confirmation unless the tab is known to be empty. Can be undone while the message is shown; the server
   * keeps the text for a month.
   */
  remove: (tabId: string) => Promise<void>
}

type UseTabsInput = {
  store: DraftStore
  isKnownEmpty: (tabId: string) => boolean
  onCreated: (tabId: string) => void
  onShow: (tabId: string) => void
  onRemoved: (tabId: string) => void
}

/** The actions on the text tabs of a draft; every change shows immediately and is saved by the queue. */
export function useTabs({ store, isKnownEmpty, onCreated, onShow, onRemoved }: UseTabsInput): TabActions {
  return useMemo(() => {
    const tabs = () => store.read().fields.tabs
    return {
      create() {
        if (!mayAddTab(tabs())) return
        const id = newKey()
        store.edit({ tabs: addTab(tabs(), { id, title: '', slug: '' }) })
        onCreated(id)
      },
      rename: (tabId, title) => store.edit({ tabs: renameTab(tabs(), tabId, title) }),
      togglePin: (tabId) => store.edit({ tabs: togglePin(tabs(), tabId) }),
      move: (tabId, index) => store.edit({ tabs: moveTab(tabs(), tabId, index) }),
      async remove(tabId) {
        const title = storedTabTitle(tabs().list.find(({ id }) => id === tabId)?.title ?? '')
        if (!isKnownEmpty(tabId) && !(await confirmDeletion(title))) return
        // Colleagues may have changed the tabs while the question was open.
        const before = tabs()
        const index = before.list.findIndex(({ id }) => id === tabId)
        const tab = before.list[index]
        if (!tab) return
        store.edit({ tabs: deleteTab(before, tabId) })
        onRemoved(tabId)
        showUndo(texts.tabTitleWasDeleted(storedTabTitle(tab.title)), () => {
          if (!mayAddTab(tabs())) return
          const back = moveTab(addTab(tabs(), tab), tabId, index)
          store.edit({ tabs: before.pinnedId === tabId ? { ...back, pinnedId: tabId } : back })
          onShow(tabId)
        })
      },
    }
  }, [store, isKnownEmpty, onCreated, onShow, onRemoved])
}

const confirmDeletion = (tabTitle: string): Promise<boolean> =>
  confirmAction({
    title: texts.deleteTab(tabTitle),
    body: texts.theTabsTextIsDeleted,
    confirmLabel: texts.deleteTheTab,
    isDangerous: true,
  })
