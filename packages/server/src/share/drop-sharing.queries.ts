import type { Trx } from '../platform/database/db.ts'

/** Articles that leave their company lose their links and shares. */
export async function dropSharing(trx: Trx, articleIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('article_links').where('article_id', 'in', articleIds).execute()
  await trx.deleteFrom('article_shares').where('article_id', 'in', articleIds).execute()
}
