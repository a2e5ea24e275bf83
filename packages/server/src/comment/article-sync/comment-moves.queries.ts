/** Comments and reactions of whole articles, inside the transactions that change or move these. */
import type { Anchor } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'
import { toAnchor } from '../comment-anchor.ts'

const tables = ['comments', 'article_reactions'] as const
type Table = (typeof tables)[number]

export type CarryAnchor = (anchor: Anchor) => Anchor

/**
 * Gives each anchor on these articles its new position; true if one of them changed. Unchanged ones are not written.
 */
export async function updateAnchors(trx: Trx, articleIds: readonly string[], carry: CarryAnchor): Promise<boolean> {
  let isChanged = false
  for (const table of tables) {
    const rows = await listAnchored(trx, table, articleIds)
    const moved = rows.flatMap(({ id, anchor }) => {
      const now = carry(anchor)
      return isSameAnchor(anchor, now) ? [] : [{ id, ...now }]
    })
    if (moved.length === 0) continue
    isChanged = true
    await writeAnchors(trx, table, moved)
  }
  return isChanged
}

const isSameAnchor = (one: Anchor, other: Anchor): boolean =>
  one.paragraphId === other.paragraphId &&
  one.videoId === other.videoId &&
  one.videoTime === other.videoTime &&
  one.time === other.time

async function listAnchored(trx: Trx, table: Table, articleIds: readonly string[]) {
  const rows = await trx
    .selectFrom(table)
    .where(sql<boolean>`article_id = any(${articleIds}::uuid[])`)
    .where('anchor_paragraph_id', 'is not', null)
    .select(['id', 'anchor_paragraph_id', 'anchor_video_id', 'anchor_video_time', 'anchor_time'])
    .execute()
  return rows.flatMap((row) => {
    const anchor = toAnchor(row)
    return anchor === null ? [] : [{ id: row.id, anchor }]
  })
}

async function writeAnchors(trx: Trx, table: Table, moved: readonly (Anchor & { readonly id: string })[]) {
  await sql`
    update ${sql.table(table)} as c
    set anchor_paragraph_id = moved.paragraph_id, anchor_video_id = moved.video_id,
      anchor_video_time = moved.video_time, anchor_time = moved.time
    from unnest(
      ${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ paragraphId }) => paragraphId)}::text[],
      ${moved.map(({ videoId }) => videoId)}::uuid[], ${moved.map(({ videoTime }) => videoTime)}::integer[],
      ${moved.map(({ time }) => time)}::integer[]
    ) as moved (id, paragraph_id, video_id, video_time, time)
    where c.id = moved.id
  `.execute(trx)
}

type CommentMove = { readonly fromId: string; readonly toId: string }

export async function moveComments(trx: Trx, { fromId, toId }: CommentMove): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('comments')
    .set({ article_id: toId })
    .where('article_id', '=', fromId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function moveReactions(trx: Trx, { fromId, toId }: CommentMove): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('article_reactions')
    .set({ article_id: toId })
    .where('article_id', '=', fromId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteReactionsOf(trx: Trx, articleId: string): Promise<void> {
  await trx.deleteFrom('article_reactions').where('article_id', '=', articleId).execute()
}

/** Must match noteJsonToHtml. */
const mention = '<span data-mention="[0-9a-f-]+" data-label="[^"]*">(@[^<]*)</span>'

/** Replaces mentions with the names they showed. */
export async function dropMentions(trx: Trx, articleIds: readonly string[]): Promise<void> {
  await sql`
    update comments set content = regexp_replace(content, ${mention}, '\\1', 'g')
    where article_id = any(${articleIds}::uuid[]) and content like '%data-mention=%'
  `.execute(trx)
}
