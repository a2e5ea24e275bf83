/**
 * Unsent text, stored in the browser until it is sent, so that leaving the page, a lost connection or an expired
 * session does not lose it. It is stored under the person's id and removed at logout.
 */
import { readSetting, removeSetting, writeSetting } from '../platform/browser-storage.ts'
import type { CommentAnchor } from './panel/panel-state.ts'

export type PersistedDraft = {
  readonly html: string
  /** Identifies the attempt to send this text, so that a retry creates no second comment. */
  readonly clientId: string
  readonly anchor: CommentAnchor | null
  /** Ms in article time; null if the time was removed, undefined if it was never decided. */
  readonly time?: number | null
}

/** The text being written: a comment on an article, a reply, or an edit of a comment. */
export type DraftTarget = {
  readonly userId: string
  readonly articleId: string
  readonly replyTo?: string
  readonly editedId?: string
}

function storageKeyOf({ userId, articleId, replyTo, editedId }: DraftTarget): string {
  const part = replyTo ? `:reply:${replyTo}` : editedId ? `:change:${editedId}` : ''
  return `knowreel.comment:${userId}:${articleId}${part}`
}

export function readDraft(target: DraftTarget): PersistedDraft | null {
  try {
    const kept: unknown = JSON.parse(readSetting(storageKeyOf(target)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export const saveDraft = (target: DraftTarget, draft: PersistedDraft): void =>
  writeSetting(storageKeyOf(target), JSON.stringify(draft))

export const removeDraft = (target: DraftTarget): void => removeSetting(storageKeyOf(target))

const isDraft = (value: unknown): value is PersistedDraft =>
  typeof value === 'object' &&
  value !== null &&
  'html' in value &&
  typeof value.html === 'string' &&
  'clientId' in value &&
  typeof value.clientId === 'string'
