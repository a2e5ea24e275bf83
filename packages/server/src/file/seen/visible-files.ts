/**
 * Which files a person sees, and through which article. A file is seen in an article only if someone who saw it added
 * it there (knowing a path gives no access), and only as far as this person sees that article:
 *
 * - a reader: files that the published notes and the cover currently name;
 * - an editor: all files added there, including drafts, versions, and what undo restores;
 * - a super admin viewing versions: files that versions name.
 *
 * The URL is signed for the same access, so it expires with it.
 */
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileArticles, FileAccess } from '../file-articles.ts'
import { listUsedFiles, type UsedFile } from '../file.queries.ts'
import { listShownKeys, listVersionKeys } from './file-use.queries.ts'
import { pathToKey } from '../file-path.ts'

export type FileScope = `article:${string}` | `versions:${string}`

/** `scope` is that of the first article through which the file is seen; `file` is null if it is not seen. */
export type VisibleFile =
  | { readonly path: string; readonly file: UsedFile; readonly scope: FileScope }
  | { readonly path: string; readonly file: null }

type VisibilityContext = {
  readonly db: Db
  readonly articles: Pick<FileArticles, 'listAccess'>
  readonly actor: Actor | null
}

/** Articles searched for a file per step. */
const articlesPerStep = 10

export async function listVisibleFiles(asking: VisibilityContext, paths: readonly string[]): Promise<VisibleFile[]> {
  const keys = paths.map(pathToKey)
  const used = await listUsedFiles(
    asking.db,
    keys.filter((key) => key !== null),
  )
  const usingIds = new Set(used.flatMap(({ articleIds }) => articleIds))
  const reach = await asking.articles.listAccess(asking.db, asking.actor, [...usingIds])
  const found = new Map<string, FileScope>()
  let open = used.map(({ key, articleIds }) => ({ key, articleIds: articleIds.filter((id) => reach.has(id)) }))
  for (let from = 0; open.length > 0; from += articlesPerStep) {
    const searched = open.map(({ key, articleIds }) => ({
      key,
      articleIds: articleIds.slice(from, from + articlesPerStep),
    }))
    const scopeOf = await readScopes(asking.db, new Set(searched.flatMap(({ articleIds }) => articleIds)), reach)
    for (const { key, articleIds } of searched) {
      const scope = articleIds.map((id) => scopeOf(key, id)).find((one) => one !== null)
      if (scope) found.set(key, scope)
    }
    open = open.filter(({ key, articleIds }) => !found.has(key) && articleIds.length > from + articlesPerStep)
  }
  const byKey = new Map(used.map((file) => [file.key, file]))
  return paths.map((path, at) => {
    const file = byKey.get(keys[at] ?? '')
    const scope = found.get(keys[at] ?? '')
    return file === undefined || scope === undefined ? { path, file: null } : { path, file, scope }
  })
}

/** How files of this article are seen through it. */
export async function scopesThroughArticle(
  { db, articles, actor }: VisibilityContext,
  articleId: string,
): Promise<(key: string) => FileScope | null> {
  const scopeOf = await readScopes(db, new Set([articleId]), await articles.listAccess(db, actor, [articleId]))
  return (key) => scopeOf(key, articleId)
}

async function readScopes(
  db: Db,
  articleIds: ReadonlySet<string>,
  reach: ReadonlyMap<string, FileAccess>,
): Promise<(key: string, articleId: string) => FileScope | null> {
  const ofKind = (...kinds: FileAccess[]) =>
    [...articleIds].filter((id) => kinds.some((kind) => kind === reach.get(id)))
  const shown = await listShownKeys(db, ofKind('reader', 'editor'))
  const kept = await listVersionKeys(db, ofKind('versions'))
  return (key, articleId) => {
    switch (reach.get(articleId)) {
      case undefined:
        return null
      case 'draft':
        return `article:${articleId}`
      case 'reader':
        return shown.get(articleId)?.has(key) ? `article:${articleId}` : null
      case 'editor':
        return shown.get(articleId)?.has(key) ? `article:${articleId}` : `versions:${articleId}`
      case 'versions':
        return kept.get(articleId)?.has(key) ? `versions:${articleId}` : null
    }
  }
}
