/** One tab of an article or draft, for those who may export it. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { authorise, rule, type Member } from '../../access/index.ts'
import { readNoteJson, type Collaboration } from '../../note/index.ts'
import { personColumn, type PersonRow } from '../../person/index.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  accessRank,
  accessRankOf,
  isInKeyWorkspaces,
  memberIdentity,
  ranks,
  toArticleWorkspace,
} from '../../workspace/index.ts'
import { workspaceAccessColumn, type WorkspaceAccessRow } from '../article-columns.ts'
import { loadSaveSubject, maySave } from '../article.policy.ts'

export type ExportedTab = {
  /** The id of the article or draft. */
  readonly id: string
  readonly title: string
  readonly icon: string | null
  readonly slug: string
  /** The displayed title; null for a draft without workspace. */
  readonly workspaceTitle: string | null
  /** Null if the account no longer exists. */
  readonly authorName: string | null
  /** When it was published; for a draft, when it was last changed. */
  readonly at: Date
  readonly tabTitle: string
  readonly tabCount: number
  readonly note: NoteJson
}

/** Those who may edit it; a draft that was published into its original in the meantime is not found. */
const exportRule = rule({
  load: async (db, actor, id) => {
    const found = await loadSaveSubject(db, actor, id)
    return found === null || found.kind === 'new' || found.kind === 'gone' ? null : found
  },
  may: maySave,
})

/** Throws if this person may not export it. */
export async function authoriseExport(db: Db, actor: Member, articleId: string): Promise<{ readonly id: string }> {
  return authorise(db, actor, exportRule, articleId, 'owner')
}

/** A null `tabId` is the first tab. A draft is read as its editors see it now. */
export async function readExportedTab(
  { db, live }: { readonly db: Db; readonly live: Pick<Collaboration, 'flush'> | null },
  actor: Member,
  articleId: string,
  tabId: string | null,
): Promise<ExportedTab> {
  const { id } = await authoriseExport(db, actor, articleId)
  const row = await findTab(db, actor, id, tabId)
  if (row === null) throw new AppError('not_found')
  const isDraft = row.published_at === null
  if (isDraft) await live?.flush(id)
  const note = isDraft ? await readNoteJson(db, id, row.tab_id) : null
  return {
    id,
    title: row.title,
    icon: row.icon,
    slug: row.slug,
    workspaceTitle: row.workspace === null ? null : toArticleWorkspace(row.workspace).title,
    authorName: row.author === null ? null : fullName(row.author),
    at: row.published_at ?? row.updated_at,
    tabTitle: row.tab_title,
    tabCount: row.tab_count,
    note: note ?? row.content,
  }
}

type ArticleTabRow = {
  title: string
  icon: string | null
  slug: string
  published_at: Date | null
  updated_at: Date
  author: PersonRow | null
  workspace: WorkspaceAccessRow | null
  tab_id: string
  tab_title: string
  tab_count: number
  content: NoteJson
}

async function findTab(db: Db, actor: Member, id: string, tabId: string | null): Promise<ArticleTabRow | null> {
  const row = await db
    .selectFrom('articles as a')
    .innerJoin('text_tabs as t', 't.article_id', 'a.id')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .$if(tabId !== null, (query) => query.where('t.id', '=', tabId ?? ''))
    .select(['a.title', 'a.icon', 'a.slug', 'a.published_at', 'a.updated_at'])
    .select(['t.id as tab_id', 't.title as tab_title', 't.content'])
    .select(personColumn('a.author_id', 'a.company_id').as('author'))
    .select(workspaceAccessColumn(accessRank(actor), 'a.workspace_id').as('workspace'))
    .select(sql<number>`(select count(*)::int from text_tabs o where o.article_id = a.id)`.as('tab_count'))
    .orderBy('t.position')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

type ExportRequest = { readonly id: string; readonly actor: Member; readonly articleId: string }

/** The ids of those exports whose people may still export the article, in one statement. */
export async function listAllowedExports(db: Db, asked: readonly ExportRequest[]): Promise<Set<string>> {
  const rows = asked.flatMap(({ id, actor, articleId }) => {
    const member = memberIdentity(actor)
    if (member === null) return []
    const longId = isUuid(articleId) ? articleId : null
    const shortId = longId === null && isShortId(articleId) ? articleId : null
    return [{ id, longId, shortId, ...member }]
  })
  if (rows.length === 0) return new Set()
  const rank = accessRankOf({
    userId: sql`c."userId"`,
    companyId: sql`c."companyId"`,
    isCompanyAdmin: sql`c."isCompanyAdmin"`,
    workspaceIds: sql`c."workspaceIds"`,
  })
  const { rows: allowed } = await sql<{ id: string }>`
    select c.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (id text, "longId" uuid, "shortId" text, "userId" uuid, "companyId" uuid, "isCompanyAdmin" boolean, "workspaceIds" uuid[])
    join articles a on (a.id = c."longId" or a.short_id = c."shortId") and a.company_id = c."companyId"
    left join articles o on o.id = a.original_id
    left join workspaces w on w.id = coalesce(o.workspace_id, a.workspace_id) and w.deleted_at is null
    where a.deleted_at is null and o.deleted_at is null and ${isInKeyWorkspaces(sql`c."workspaceIds"`, sql`w.id`)} and (
      (a.published_at is null and a.original_id is null and a.author_id = c."userId")
      or (not w.is_archived and ${rank} >= ${ranks.editor})
    )
  `.execute(db)
  return new Set(allowed.map(({ id }) => id))
}
