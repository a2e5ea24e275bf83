/** Articles and drafts as their comments and reactions need them. */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { sql } from 'kysely'
import type { Actor } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { isSharedByName, mayCommentByName } from '../../share/index.ts'
import { memberColumns, memberIdentity } from '../../workspace/index.ts'
import { idColumn } from '../article-columns.ts'
import { selectSubjects, type SubjectRow } from '../article.queries.ts'

export type CommentedArticleRow = SubjectRow & {
  title: string
  paragraphs: ParagraphTree
  isArticleArchived: boolean
  /** Shared by name with the actor. */
  isShared: boolean
  /** Such a share also allows commenting. */
  mayCommentByName: boolean
}

export async function findCommentedArticleRow(
  db: Db,
  actor: Actor | null,
  anyId: string,
): Promise<CommentedArticleRow | null> {
  const column = idColumn(anyId)
  if (column === null) return null
  const member = memberIdentity(actor)
  const byName = (rule: typeof isSharedByName) => (member === null ? sql<boolean>`false` : rule(memberColumns(member)))
  const row = await selectSubjects(db, actor)
    .where(sql.ref(column), '=', anyId)
    .select(['a.title', 'a.paragraphs', 'a.is_archived as isArticleArchived'])
    .select([byName(isSharedByName).as('isShared'), byName(mayCommentByName).as('mayCommentByName')])
    .executeTakeFirst()
  return row ?? null
}

export type ShareLockedRow = {
  id: string
  companyId: string
  workspaceId: string | null
  originalId: string | null
  isPublished: boolean
  isDeleted: boolean
  paragraphs: ParagraphTree
}

/** A shared lock: others may hold it at the same time; changing or publishing the row waits. */
export async function lockRowForShare(trx: Trx, id: string): Promise<ShareLockedRow | null> {
  const row = await trx
    .selectFrom('articles')
    .where('id', '=', id)
    .select(['id', 'company_id as companyId', 'workspace_id as workspaceId', 'original_id as originalId'])
    .select('paragraphs')
    .select([
      sql<boolean>`published_at is not null`.as('isPublished'),
      sql<boolean>`deleted_at is not null`.as('isDeleted'),
    ])
    .forShare()
    .executeTakeFirst()
  return row ?? null
}
