/** Reads comments: a page of them, with people, emojis and reactions, is one statement. */
import type { CommentQuote, CommentReaction, ReactionEmoji } from '@knowreel/shared/comment/comment.wire.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import { personColumn, type PersonRow } from '../person/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { AnchorRow } from './comment-anchor.ts'

export type CommentRow = AnchorRow & {
  id: string
  client_id: string | null
  article_id: string
  workspace_id: string | null
  parent_id: string | null
  content: string
  quote: CommentQuote | null
  created_at: Date
  edited_at: Date | null
  resolved_at: Date | null
  author_id: string | null
  author: PersonRow | null
  edited_by: PersonRow | null
  resolved_by: PersonRow | null
  reaction: CommentReaction[]
  video_reaction: VideoReactionRow | null
}

export type VideoReactionRow = {
  articleId: string
  icon: ReactionEmoji
  anchor_paragraph_id: string
  anchor_video_id: string
  anchor_video_time: number
  anchor_time: number
}

const maxNames = 50

const reactionColumn = sql<CommentReaction[]>`coalesce((
  select json_agg(
    json_build_object('content', given.content, 'userIds', given.ids, 'names', given.names)
    order by given.first, given.content
  )
  from (
    select r.content, min(r.created_at) as first, json_agg(r.user_id order by r.created_at, r.user_id) as ids,
      to_json((array_agg(trim(concat_ws(' ', p.first_name, p.last_name)) order by r.created_at, r.user_id))[1:${sql.lit(maxNames)}])
        as names
    from comment_reactions r join users p on p.id = r.user_id
    where r.comment_id = c.id
    group by r.content
  ) given
), '[]'::json)`

const videoReactionColumn = sql<VideoReactionRow | null>`(
  select json_build_object(
    'articleId', ar.article_id, 'icon', ar.icon, 'anchor_paragraph_id', ar.anchor_paragraph_id,
    'anchor_video_id', ar.anchor_video_id, 'anchor_video_time', ar.anchor_video_time, 'anchor_time', ar.anchor_time
  )
  from article_reactions ar where ar.comment_id = c.id
  order by ar.created_at desc, ar.id desc limit 1
)`

const columns = sql`
  c.id, c.client_id, c.article_id, a.workspace_id, c.parent_id, c.content, c.quote, c.created_at, c.edited_at, c.resolved_at,
  c.author_id, c.anchor_paragraph_id, c.anchor_video_id, c.anchor_video_time, c.anchor_time,
  ${personColumn('c.author_id', 'a.company_id')} as author,
  ${personColumn('c.edited_by_id', 'a.company_id')} as edited_by,
  ${personColumn('c.resolved_by_id', 'a.company_id')} as resolved_by,
  ${reactionColumn} as reaction,
  ${videoReactionColumn} as video_reaction
`

/**
 * A page cursor: older comments follow behind it. It holds a position instead of a row, which may be deleted by then.
 */
export type CommentCursor = { readonly createdAt: Date; readonly id: string }

type PageRequest = {
  readonly shownIds: readonly string[]
  readonly before: CommentCursor | null
  readonly limit: number
  /** Only comments about words of a note or a moment of the recording, with their threads. */
  readonly isAnchored?: boolean
}
export type CommentPage = { readonly rows: CommentRow[]; readonly before: CommentCursor | null }

/**
 * The newest comments and replies of these articles, oldest first, with their complete threads: a partial thread would
 * look unanswered. `before` is null if there are no older ones.
 */
export async function listComments(db: Db, page: PageRequest): Promise<CommentPage> {
  const { rows } = await sql<CommentRow & { is_of_page: boolean }>`
    with page as materialized (${selectNewestIds(page)}),
      roots as (select ${threadIdColumn(page)} as id from page),
      wanted as (select id from page union select id from roots
        union select r.id from comments r where r.parent_id in (select id from roots))
    select ${columns}, c.id in (select id from page) as is_of_page
    from wanted join comments c on c.id = wanted.id join articles a on a.id = c.article_id
    order by c.created_at, c.id
  `.execute(db)
  const ofPage = rows.filter((row) => row.is_of_page)
  if (ofPage.length <= page.limit) return { rows, before: null }
  const listed = ofPage.slice(1)
  const threads = new Set(listed.map(threadIdOf))
  return { rows: rows.filter((row) => threads.has(threadIdOf(row))), before: toCursor(listed[0]) }
}

const threadIdOf = ({ id, parent_id: parentId }: CommentRow): string => parentId ?? id

/**
 * Replies are newer than their thread, so replies to a comment of this page were on it or an earlier one, unless
 * `isAnchored` selects.
 */
const threadIdColumn = ({ isAnchored }: PageRequest) => (isAnchored ? sql`coalesce(parent_id, id)` : sql`parent_id`)

const toCursor = (row: CommentRow | undefined): CommentCursor | null =>
  row === undefined ? null : { createdAt: row.created_at, id: row.id }

const anchoredCondition = sql`and (
  n.quote is not null or n.anchor_video_id is not null
  or exists (select from article_reactions ar where ar.comment_id = n.id)
)`

/** One row more than a page, which shows that there are more. Each article is read along its index. */
const selectNewestIds = ({ shownIds, before, limit, isAnchored = false }: PageRequest): RawBuilder<unknown> => sql`
  select newest.id, newest.parent_id
  from unnest(${shownIds}::uuid[]) as shown (article_id), lateral (
    select n.id, n.parent_id, n.created_at from comments n
    where n.article_id = shown.article_id ${before === null ? sql`` : sql`and (n.created_at, n.id) < (${before.createdAt}, ${before.id}::uuid)`}
      ${isAnchored ? anchoredCondition : sql``}
    order by n.created_at desc, n.id desc limit ${limit + 1}
  ) newest
  order by newest.created_at desc, newest.id desc limit ${limit + 1}
`

/** Open threads: resolved ones and replies are not counted. */
export async function countComments(db: Db, shownIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .where(sql<boolean>`article_id = any(${shownIds}::uuid[])`)
    .where('parent_id', 'is', null)
    .where('resolved_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findComment(db: Db, shownIds: readonly string[], id: string): Promise<CommentRow | null> {
  if (!isUuid(id)) return null
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c join articles a on a.id = c.article_id
    where c.id = ${id}::uuid and c.article_id = any(${shownIds}::uuid[])
  `.execute(db)
  return rows[0] ?? null
}

export async function isCommentOfArticles(db: Db, shownIds: readonly string[], id: string): Promise<boolean> {
  if (!isUuid(id)) return false
  const row = await db
    .selectFrom('comments')
    .where('id', '=', id)
    .where(sql<boolean>`article_id = any(${shownIds}::uuid[])`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the comment whose id is in this column (trusted SQL) still exists. */
export const commentExists = (idColumn: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from comments ct where ct.id = ${sql.ref(idColumn)})`
