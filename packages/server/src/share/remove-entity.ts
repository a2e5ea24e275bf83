import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { deleteShare } from './entity.queries.ts'
import type { ShareArticles } from './share-articles.ts'

export async function removeEntity(
  { db, articles }: { readonly db: Db; readonly articles: Pick<ShareArticles, 'inPlace'> },
  actor: Member,
  articleId: string,
  entityId: string,
): Promise<void> {
  await articles.inPlace(db, actor, articleId, async (trx, article) => {
    if (!(await deleteShare(trx, article.id, entityId))) throw new AppError('not_found')
  })
}
