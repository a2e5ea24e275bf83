/**
 * Changing the paragraphs of a draft, with undo and redo over what was done here. What comes from colleagues cannot be undone
 * here: every kept state gets it as well, as far as that goes without a conflict.
 */
import {
  beginHistory,
  change,
  redo,
  replacePresent,
  undo,
  type ChangeHistory,
} from '@knowreel/shared/video/change-history.ts'
import { mergeParagraphs } from '@knowreel/shared/video/merge-paragraphs.ts'
import { isSameTree } from '@knowreel/shared/video/paragraph-hash.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { DraftStore } from '../draft-store.ts'

export type ParagraphHistory = ChangeHistory<ParagraphTree>

export type ParagraphEditing = {
  /** Follows the draft until the function it gives is called. */
  follow: () => () => void
  subscribe: (listener: () => void) => () => void
  read: () => ParagraphHistory
  /** Throws in the words of the rule where it refuses. */
  change: (rule: (tree: ParagraphTree) => ParagraphTree) => void
  undo: () => void
  redo: () => void
  /** The version that is not kept stays one undo away. */
  decide: (keeps: 'mine' | 'theirs') => void
}

export function createParagraphEditing(store: DraftStore): ParagraphEditing {
  const listeners = new Set<() => void>()
  let history = beginHistory(store.read().fields.paragraphs)

  const set = (next: ParagraphHistory): void => {
    if (next === history) return
    history = next
    // First, so that the draft's own message finds it in step.
    if (store.read().fields.paragraphs !== next.present) store.edit({ paragraphs: next.present })
    for (const listener of listeners) listener()
  }

  const meet = (): void => {
    const now = store.read().fields.paragraphs
    const { present } = history
    if (now !== present) set(replacePresent(history, now, (kept) => mergeParagraphs(present, kept, now)))
  }

  return {
    follow() {
      meet()
      return store.subscribe(meet)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => history,
    change(rule) {
      const next = rule(history.present)
      if (!isSameTree(next, history.present)) set(change(history, next))
    },
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
    decide(keeps) {
      const { paragraphs: conflict } = store.read().conflicts
      if (conflict === null) return
      const [kept, other] = keeps === 'mine' ? [history.present, conflict.theirs] : [conflict.theirs, history.present]
      history = { past: [other], present: kept, future: [] }
      store.decide({ paragraphs: keeps })
      for (const listener of listeners) listener()
    },
  }
}
