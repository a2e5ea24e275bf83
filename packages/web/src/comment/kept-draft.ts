/**
 * Words that were written and not sent, kept in the browser until they are: a page that is left, a line that breaks or a
 * session that ends must not cost them. They stand under the id of their person and go when that person logs out.
 */
import { readSetting, removeSetting, writeSetting } from '../platform/browser-storage.ts'
import type { CommentAnchor } from './panel-state.ts'

export type KeptDraft = {
  readonly html: string
  /** Of the attempt to send exactly this, so that another attempt makes no second comment. */
  readonly clientId: string
  readonly anchor: CommentAnchor | null
  /** Ms in article time; null where the time was taken off, undefined where it was never decided. */
  readonly time?: number | null
}

/** What is written where: a comment on an article, an answer to one, or a change of one. */
export type DraftPlace = {
  readonly userId: string
  readonly articleId: string
  readonly replyTo?: string
  readonly changed?: string
}

function keyOf({ userId, articleId, replyTo, changed }: DraftPlace): string {
  const part = replyTo ? `:reply:${replyTo}` : changed ? `:change:${changed}` : ''
  return `knowreel.comment:${userId}:${articleId}${part}`
}

export function readDraft(place: DraftPlace): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(readSetting(keyOf(place)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export const keepDraft = (place: DraftPlace, draft: KeptDraft): void =>
  writeSetting(keyOf(place), JSON.stringify(draft))

export const forgetDraft = (place: DraftPlace): void => removeSetting(keyOf(place))

const isDraft = (value: unknown): value is KeptDraft =>
  typeof value === 'object' &&
  value !== null &&
  'html' in value &&
  typeof value.html === 'string' &&
  'clientId' in value &&
  typeof value.clientId === 'string'
