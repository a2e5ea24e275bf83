/** Reactions on the timeline of articles. */
import type { ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { isUuid, newId } from '@knowreel/shared/identity/ids.ts'
import type { Anchor } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql } from 'kysely'
import { personColumn, type PersonRow } from '../../person/index.ts'
import { cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { anchorColumns } from '../comment-anchor.ts'

export type ReactionRow = {
  id: string
  article_id: string
  comment_id: string | null
  author_id: string | null
  author: PersonRow | null
  icon: ReactionEmoji
  anchor_paragraph_id: string
  anchor_video_id: string
  anchor_video_time: number
  anchor_time: number
  created_at: Date
}

const selectReactions = (db: Db, shownIds: readonly string[]) =>
  db
    .selectFrom('article_reactions as r')
    .innerJoin('articles as a', 'a.id', 'r.article_id')
    .where(sql<boolean>`r.article_id = any(${shownIds}::uuid[])`)
    .select(['r.id', 'r.article_id', 'r.comment_id', 'r.author_id', 'r.icon', 'r.created_at'])
    .select(['r.anchor_paragraph_id', 'r.anchor_video_id', 'r.anchor_video_time', 'r.anchor_time'])
    .select(personColumn('r.author_id', 'a.company_id').as('author'))

/** The newest ones, one more than is listed. */
export const listReactions = (db: Db, shownIds: readonly string[]): Promise<ReactionRow[]> =>
  selectReactions(db, shownIds).orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').limit(cappedLimit).execute()

export const listReactionsOfComment = (
  db: Db,
  shownIds: readonly string[],
  commentId: string,
): Promise<ReactionRow[]> =>
  selectReactions(db, shownIds).where('r.comment_id', '=', commentId).limit(cappedLimit).execute()

export async function findReaction(db: Db, shownIds: readonly string[], id: string): Promise<ReactionRow | null> {
  if (!isUuid(id)) return null
  return (await selectReactions(db, shownIds).where('r.id', '=', id).executeTakeFirst()) ?? null
}

export async function findReactionByClientId(db: Db, authorId: string, clientId: string): Promise<string | null> {
  const row = await db
    .selectFrom('article_reactions')
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type NewReaction = {
  readonly articleId: string
  readonly authorId: string
  readonly clientId: string | null
  readonly commentId: string | null
  readonly icon: ReactionEmoji
  readonly anchor: Anchor
  readonly createdAt: Date
}

/** Null if an earlier attempt of the same client has created it. */
export async function insertReaction(trx: Trx, reaction: NewReaction): Promise<string | null> {
  const row = await trx
    .insertInto('article_reactions')
    .values({
      id: newId(),
      article_id: reaction.articleId,
      author_id: reaction.authorId,
      client_id: reaction.clientId,
      comment_id: reaction.commentId,
      icon: reaction.icon,
      ...anchorColumns(reaction.anchor),
      created_at: reaction.createdAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['author_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteReaction(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('article_reactions').where('id', '=', id).execute()
}
