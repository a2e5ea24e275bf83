import { fileLimits } from '@knowreel/shared/file/file.rules.ts'
import type { Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { FileArticles } from './file-articles.ts'
import { recordFileUses } from './file.queries.ts'
import { listVisibleFiles } from './seen/visible-files.ts'

const filePathPattern = /\/files\/(?:images|attachments)\/[0-9a-f]{2}\/[0-9a-f-]{36}\.[a-z]{3,4}/g

/**
 * A person who saves a text that names files they see adds those files to the article, where they may be shown from
 * now on.
 */
export async function recordReferencedFiles(
  { db, articles, actor }: { readonly db: Db; readonly articles: FileArticles; readonly actor: Actor },
  articleId: string,
  texts: readonly string[],
): Promise<void> {
  const paths = new Set(texts.flatMap((text) => text.match(filePathPattern) ?? []))
  if (paths.size === 0) return
  const page = await articles.findPage(db, actor, articleId)
  if (page === null || !page.isEditable) return
  const seen = await listVisibleFiles({ db, articles, actor }, [...paths].slice(0, fileLimits.paths))
  const brought = seen.flatMap(({ file }) => (file !== null && !file.articleIds.includes(page.rootId) ? [file.id] : []))
  await recordFileUses(db, brought, page.rootId)
}
