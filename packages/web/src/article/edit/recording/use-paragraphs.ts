import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { holdNavigationKeys } from '../../../ui/navigation-keys.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { showWarning } from '../../../ui/toast/toast.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { createParagraphEditing } from './paragraph-editing.ts'
import { persistHistory, consumePersistedHistory } from './persisted-history.ts'

export type DraftParagraphsController = {
  readonly tree: ParagraphTree
  /** Shows the message of a refusal and returns false. */
  readonly change: (rule: (tree: ParagraphTree) => ParagraphTree) => boolean
  readonly undo: (() => void) | null
  readonly redo: (() => void) | null
  readonly resolveConflict: (keeps: 'mine' | 'theirs') => void
}

/** The paragraphs of a draft; all changes go through here. */
export function useParagraphs(store: DraftStore): DraftParagraphsController {
  const [draftId] = useState(() => store.read().article.id)
  const [editing] = useState(() => createParagraphEditing(store, consumePersistedHistory(draftId)))
  useEffect(() => editing.follow(), [editing])
  useEffect(() => {
    const persist = () => persistHistory(draftId, editing.read())
    addEventListener('pagehide', persist)
    return () => removeEventListener('pagehide', persist)
  }, [draftId, editing])
  const history = useSyncExternalStore(editing.subscribe, editing.read)

  const change = useCallback(
    (rule: (tree: ParagraphTree) => ParagraphTree) => {
      holdNavigationKeys()
      try {
        editing.change(rule)
        return true
      } catch (error) {
        if (error instanceof AppError) showWarning(error.message)
        else handleError(error)
        return false
      }
    },
    [editing],
  )
  const { present, past, future } = history
  const canUndo = past.length > 0
  const canRedo = future.length > 0
  return useMemo(
    () => ({
      tree: present,
      change,
      undo: canUndo ? editing.undo : null,
      redo: canRedo ? editing.redo : null,
      resolveConflict: editing.resolveConflict,
    }),
    [present, change, canUndo, canRedo, editing],
  )
}

/** Ctrl or ⌘ with Z, Shift+Z or Y; not while typing or in a dialog. */
export function useUndoKeys({ undo, redo }: Pick<DraftParagraphsController, 'undo' | 'redo'>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const run = key === 'y' || (key === 'z' && event.shiftKey) ? redo : key === 'z' ? undo : undefined
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const isTyping =
        target.isContentEditable || target.closest('input:not([type="range"]), textarea, select') !== null
      if (run === undefined || isTyping || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      run?.()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo, redo, isOn])
}
