/**
 * The undo history of a draft while its page is reloaded. It belongs to one tab: another tab has a history of its own.
 */
import { readSessionSetting, undoKey, writeSessionSetting } from '../../../platform/browser-storage.ts'
import type { ParagraphHistory } from './paragraph-editing.ts'

const storageKey = (draftId: string): string => undoKey + draftId

/** Browsers store about 5 million characters per site. */
const maxLength = 1_000_000
const maxSteps = 50

export function persistHistory(draftId: string, { past, present, future }: ParagraphHistory): void {
  for (let steps = maxSteps; steps >= 1; steps = Math.floor(steps / 2)) {
    const text = JSON.stringify({ past: past.slice(-steps), present, future: future.slice(0, steps) })
    if (text.length <= maxLength) return writeSessionSetting(storageKey(draftId), text)
  }
}

/** The stored history, once: what is undone later is in the history of the page. */
export function consumePersistedHistory(draftId: string): ParagraphHistory | null {
  const text = readSessionSetting(storageKey(draftId))
  writeSessionSetting(storageKey(draftId), null)
  return readHistory(text)
}

/** Null for anything that this page has not written. */
export function readHistory(text: string | null): ParagraphHistory | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    return isHistory(stored) ? stored : null
  } catch {
    return null
  }
}

const isHistory = (stored: unknown): stored is ParagraphHistory => {
  if (typeof stored !== 'object' || stored === null) return false
  const { past, present, future } = stored as Record<string, unknown>
  return [past, future].every((list) => Array.isArray(list) && list.every(Array.isArray)) && Array.isArray(present)
}
