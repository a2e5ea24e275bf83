/**
 * Changes the paragraphs of a draft, with undo and redo of local changes. Changes of colleagues cannot be undone here:
 * they are merged into every state in the history, as far as that causes no conflict.
 */
import {
  createHistory,
  applyChange,
  redo,
  replaceCurrent,
  undo,
  type ChangeHistory,
} from '@knowreel/shared/video/change-history.ts'
import { mergeParagraphs } from '@knowreel/shared/video/paragraph/merge-paragraphs.ts'
import { isSameTree } from '@knowreel/shared/video/paragraph/paragraph-hash.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { DraftStore } from '../draft/draft-store.ts'

export type ParagraphHistory = ChangeHistory<ParagraphTree>

export type ParagraphEditing = {
  /** Follows the draft until the returned function is called. */
  follow: () => () => void
  subscribe: (listener: () => void) => () => void
  read: () => ParagraphHistory
  /** Throws with the message of the rule if it refuses. */
  change: (rule: (tree: ParagraphTree) => ParagraphTree) => void
  undo: () => void
  redo: () => void
  /** The rejected version remains one undo away. */
  resolveConflict: (keeps: 'mine' | 'theirs') => void
}

/** `persisted` is the history from before the page was reloaded; colleagues may have changed the paragraphs since. */
export function createParagraphEditing(store: DraftStore, persisted: ParagraphHistory | null = null): ParagraphEditing {
  const listeners = new Set<() => void>()
  let history = persisted ?? createHistory(store.read().fields.paragraphs)
  if (persisted !== null) adopt()

  function set(next: ParagraphHistory): void {
    if (next === history) return
    history = next
    // First, so that the notification from the draft finds it in step.
    if (store.read().fields.paragraphs !== next.present) store.edit({ paragraphs: next.present })
    for (const listener of listeners) listener()
  }

  function adopt(): void {
    const now = store.read().fields.paragraphs
    const { present } = history
    if (now !== present) set(replaceCurrent(history, now, (kept) => mergeParagraphs(present, kept, now)))
  }

  return {
    follow() {
      adopt()
      return store.subscribe(adopt)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => history,
    change(rule) {
      const next = rule(history.present)
      if (!isSameTree(next, history.present)) set(applyChange(history, next))
    },
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
    resolveConflict(keeps) {
      const { paragraphs: conflict } = store.read().conflicts
      if (conflict === null) return
      const [kept, other] = keeps === 'mine' ? [history.present, conflict.theirs] : [conflict.theirs, history.present]
      history = { past: [other], present: kept, future: [] }
      store.resolveConflicts({ paragraphs: keeps })
      for (const listener of listeners) listener()
    },
  }
}
