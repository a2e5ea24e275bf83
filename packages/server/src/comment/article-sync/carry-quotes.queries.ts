import type { CommentQuote } from '@knowreel/shared/comment/comment.wire.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/db.ts'

type QuotedComment = { readonly id: string; readonly quote: CommentQuote }

/** Limits how long a publish waits; older quotes are still found by their own block. */
const maxQuotes = 5000

/** Newest first; locked until the transaction ends. */
export async function lockQuotes(trx: Trx, articleId: string): Promise<QuotedComment[]> {
  const rows = await trx
    .selectFrom('comments')
    .where('article_id', '=', articleId)
    .where('quote', 'is not', null)
    .select(['id', 'quote'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxQuotes)
    .forNoKeyUpdate()
    .execute()
  return rows.flatMap(({ id, quote }) => (quote === null ? [] : [{ id, quote }]))
}

/** One statement, whatever their number. */
export async function updateQuotes(trx: Trx, quotes: readonly QuotedComment[]): Promise<void> {
  if (quotes.length === 0) return
  const ids = quotes.map(({ id }) => id)
  const values = quotes.map(({ quote }) => JSON.stringify(quote))
  await sql`
    update comments set quote = anew.quote::jsonb
    from unnest(${ids}::uuid[], ${values}::text[]) as anew (id, quote)
    where comments.id = anew.id
  `.execute(trx)
}
