/** Writes comments inside the transaction of a write. */
import type { CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Anchor } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import { anchorColumns, noAnchor } from './comment-anchor.ts'

export type NewComment = {
  readonly id: string
  readonly articleId: string
  readonly authorId: string
  readonly clientId: string | null
  readonly parentId: string | null
  readonly content: string
  readonly plainText: string
  readonly quote: CommentQuote | null
  readonly anchor: Anchor | null
  readonly createdAt: Date
}

/** False if an earlier attempt of the same client has created it. */
export async function insertComment(trx: Trx, comment: NewComment): Promise<boolean> {
  const row = await trx
    .insertInto('comments')
    .values({
      id: comment.id,
      article_id: comment.articleId,
      author_id: comment.authorId,
      client_id: comment.clientId,
      parent_id: comment.parentId,
      content: comment.content,
      plain_text: comment.plainText,
      quote: comment.quote === null ? null : JSON.stringify(comment.quote),
      ...(comment.anchor === null ? noAnchor : anchorColumns(comment.anchor)),
      created_at: comment.createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['author_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findCommentByClientId(db: Db, authorId: string, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('comments')
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type LockedComment = {
  id: string
  article_id: string
  parent_id: string | null
  author_id: string | null
  content: string
  resolved_at: Date | null
}

/** Locked until the transaction ends: nobody can delete or change it. */
export async function lockComment(trx: Trx, shownIds: readonly string[], id: string): Promise<LockedComment | null> {
  const row = await trx
    .selectFrom('comments')
    .where('id', '=', id)
    .where(sql<boolean>`article_id = any(${shownIds}::uuid[])`)
    .select(['id', 'article_id', 'parent_id', 'author_id', 'content', 'resolved_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Everyone who wrote in the thread that starts with this comment. */
export async function listThreadAuthors(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .where((eb) => eb.or([eb('id', '=', threadId), eb('parent_id', '=', threadId)]))
    .where('author_id', 'is not', null)
    .select('author_id')
    .distinct()
    .execute()
  return rows.flatMap(({ author_id: id }) => (id === null ? [] : [id]))
}

export async function updateCommentText(
  trx: Trx,
  comment: LockedComment,
  change: { readonly content: string; readonly plainText: string; readonly editorId: string },
): Promise<void> {
  const editedAt = new Date()
  const isByOther = comment.author_id !== change.editorId
  if (isByOther) {
    await trx
      .insertInto('comment_edits')
      .values({
        id: newId(),
        comment_id: comment.id,
        content: comment.content,
        edited_by_id: change.editorId,
        edited_at: editedAt,
      })
      .execute()
  }
  await trx
    .updateTable('comments')
    .set({
      content: change.content,
      plain_text: change.plainText,
      edited_at: editedAt,
      edited_by_id: isByOther ? change.editorId : null,
    })
    .where('id', '=', comment.id)
    .execute()
}

export async function updateAnchor(trx: Trx, id: string, anchor: Anchor | null): Promise<void> {
  await trx
    .updateTable('comments')
    .set(anchor === null ? noAnchor : anchorColumns(anchor))
    .where('id', '=', id)
    .execute()
}

/** Keeps the person who resolved the thread first. */
export async function setResolved(trx: Trx, threadId: string, resolvedById: string | null): Promise<void> {
  await trx
    .updateTable('comments')
    .set({ resolved_at: resolvedById === null ? null : new Date(), resolved_by_id: resolvedById })
    .where('id', '=', threadId)
    .where('resolved_at', resolvedById === null ? 'is not' : 'is', null)
    .execute()
}

type Emoji = { readonly commentId: string; readonly userId: string; readonly content: string }

export async function insertEmoji(trx: Trx, { commentId, userId, content }: Emoji): Promise<void> {
  await trx
    .insertInto('comment_reactions')
    .values({ comment_id: commentId, user_id: userId, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteEmoji(trx: Trx, { commentId, userId, content }: Emoji): Promise<void> {
  await trx
    .deleteFrom('comment_reactions')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .where('content', '=', content)
    .execute()
}

/** With its replies, and the timeline reactions created with any of them. Returns the ids of all deleted comments. */
export async function deleteThread(trx: Trx, commentId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('comments')
    .where((eb) => eb.or([eb('id', '=', commentId), eb('parent_id', '=', commentId)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
