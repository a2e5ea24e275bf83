/** Previous content of published articles. */
import type { VersionChange } from '@knowreel/shared/article/article-version.calls.ts'
import { personColumn, type PersonRow } from '../../person/index.ts'
import { cappedLimit } from '../../platform/database/capped-rows.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PersistedContent } from '../article-content.ts'

export type VersionRow = {
  version: number
  created_at: Date
  author: PersonRow | null
  company_id: string
  /** The parts that the version changed compared with the previous one; null if unknown or if that one was deleted. */
  changes: VersionChange[] | null
}

const versionsOf = (db: Db, articleId: string) =>
  db
    .selectFrom('article_versions as v')
    .innerJoin('articles as a', 'a.id', 'v.article_id')
    .where('v.article_id', '=', articleId)
    .select(['v.version', 'v.created_at', 'a.company_id'])
    .select((eb) =>
      eb
        .selectFrom('article_versions as before')
        .whereRef('before.article_id', '=', 'v.article_id')
        .whereRef('before.version', '=', eb('v.version', '-', 1))
        .select('before.changes')
        .as('changes'),
    )
    .select(personColumn('v.author_id', 'a.company_id').as('author'))

/** `replaced_by` is what the publish that replaced the version changed; `last_version` its highest number ever given. */
export type ListedVersionRow = VersionRow & { replaced_by: VersionChange[] | null; last_version: number }

/** Newest first; one row more than is listed shows that there are more. */
export const listVersions = (db: Db, articleId: string): Promise<ListedVersionRow[]> =>
  versionsOf(db, articleId)
    .select(['v.changes as replaced_by', 'a.last_version'])
    .orderBy('v.version', 'desc')
    .limit(cappedLimit)
    .execute()

export async function findVersion(
  db: Db,
  articleId: string,
  version: number,
): Promise<(VersionRow & { content: PersistedContent; hash: string }) | null> {
  const row = await versionsOf(db, articleId)
    .where('v.version', '=', version)
    .select(['v.content', 'v.hash'])
    .executeTakeFirst()
  return row ?? null
}

/** False if there is no version with this number. */
export async function deleteVersion(db: Db, articleId: string, version: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('article_versions')
    .where('article_id', '=', articleId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
