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

/** What is being written: a comment on an article, a reply, or an edit of a comment. */
export type DraftLocation = {
  readonly userId: string
  readonly articleId: string
  readonly replyTo?: string
  readonly changed?: string
}

function keyOf({ userId, articleId, replyTo, changed }: DraftLocation): string {
  const part = replyTo ? `:reply:${replyTo}` : changed ? `:change:${changed}` : ''
  return `knowreel.comment:${userId}:${articleId}${part}`
}

export function readDraft(place: DraftLocation): PersistedDraft | null {
  try {
    const kept: unknown = JSON.parse(readSetting(keyOf(place)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export const keepDraft = (place: DraftLocation, draft: PersistedDraft): void =>
  writeSetting(keyOf(place), JSON.stringify(draft))

export const forgetDraft = (place: DraftLocation): void => removeSetting(keyOf(place))

const isDraft = (value: unknown): value is PersistedDraft =>
  typeof value === 'object' &&
  value !== null &&
  'html' in value &&
  typeof value.html === 'string' &&
  'clientId' in value &&
  typeof value.clientId === 'string'
