import type { ArticleParentCache } from '../../article/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Facts } from './result-rows.queries.ts'

export type Parent = { readonly id: string; readonly title: string }

/** The articles above those that were found, by the ids of these. People who see a workspace see all of its articles. */
export async function readParents(
  db: Db,
  parents: ArticleParentCache,
  rows: readonly Facts[],
): Promise<ReadonlyMap<string, Parent>> {
  const parentIds = new Map<string, string>()
  const ofPublished = rows.filter(({ article }) => article !== null && !article.isDraft)
  const findParent = await parents.load(ofPublished.flatMap(({ workspace }) => workspace ?? []))
  for (const { article, workspace } of rows) {
    if (article === null || workspace === null) continue
    const parentId = article.isDraft ? article.parentId : findParent(article.id, workspace.id)
    if (parentId !== null) parentIds.set(article.id, parentId)
  }
  if (parentIds.size === 0) return new Map()
  const found = await db
    .selectFrom('articles')
    .select(['id', 'title', 'workspace_id'])
    .where('id', 'in', [...new Set(parentIds.values())])
    .where('deleted_at', 'is', null)
    .execute()
  const byId = new Map(found.map((parent) => [parent.id, parent]))
  const result = new Map<string, Parent>()
  for (const { article, workspace } of rows) {
    const parent = byId.get(parentIds.get(article?.id ?? '') ?? '')
    if (article && parent && parent.workspace_id === workspace?.id)
      result.set(article.id, { id: parent.id, title: parent.title })
  }
  return result
}
