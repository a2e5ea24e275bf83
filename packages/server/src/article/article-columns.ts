/** Parts of statements that read articles; they expect the alias `a`. */
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import { personColumn, type PersonRow } from '../person/index.ts'
import type { AccessRank } from '../workspace/index.ts'

/** The column that holds this id; null for what is neither a uuid nor a short id. */
export const idColumn = (anyId: string): 'a.id' | 'a.short_id' | null =>
  isUuid(anyId) ? 'a.id' : isShortId(anyId) ? 'a.short_id' : null

/** A workspace and the actor's access to it. */
export type WorkspaceAccessRow = {
  id: string
  shortId: string
  companyId: string
  title: string
  visibility: WorkspaceVisibility
  isArchived: boolean
  orderRevision: number
  isCompanyActivated: boolean
  rank: AccessRank
}

const workspaceAccessObject = (rank: RawBuilder<AccessRank>) => sql<WorkspaceAccessRow>`json_build_object(
  'id', w.id, 'shortId', w.short_id, 'companyId', w.company_id, 'title', w.title, 'visibility', w.visibility,
  'isArchived', w.is_archived, 'orderRevision', w.order_revision,
  'isCompanyActivated', (select c.is_activated from companies c where c.id = w.company_id),
  'rank', ${rank}
)`

/** The workspace in `workspaceColumn`, which must be trusted SQL; null for none and for a deleted one. */
export const workspaceAccessColumn = (
  rank: RawBuilder<AccessRank>,
  workspaceColumn: string,
): RawBuilder<WorkspaceAccessRow | null> =>
  sql<WorkspaceAccessRow | null>`(
    select ${workspaceAccessObject(rank)} from workspaces w
    where w.id = ${sql.raw(workspaceColumn)} and w.deleted_at is null
  )`

export const authorColumn = personColumn('a.author_id', 'a.company_id')
export const updatedByColumn = personColumn('a.updated_by_id', 'a.company_id')

export type TabRow = { id: string; title: string; slug: string; text: string; hasText: boolean }

export const tabsColumn = sql<TabRow[]>`coalesce((
  select json_agg(
    json_build_object('id', t.id, 'title', t.title, 'slug', t.slug, 'text', t.html, 'hasText', t.has_text)
    order by t.position
  )
  from text_tabs t where t.article_id = a.id
), '[]'::json)`

export type DraftReferenceRow = { id: string; shortId: string; updatedAt: string; user: PersonRow | null }

/** The draft of a published article, if it has changes or is about to. */
export const draftColumn = sql<DraftReferenceRow | null>`(
  select json_build_object(
    'id', d.id, 'shortId', d.short_id, 'updatedAt', d.updated_at,
    'user', ${personColumn('d.updated_by_id', 'd.company_id')}
  )
  from articles d where d.original_id = a.id and d.deleted_at is null
    and (d.is_not_uploaded_video or (d.hash = a.hash) is not true)
)`

/** At most one more than is counted. */
export const versionsCountColumn = sql<number>`(
  select count(*) from (
    select from article_versions v where v.article_id = a.id limit ${sql.lit(articleLimits.countedVersions + 1)}
  ) counted
)`

export const summaryColumns = [
  'a.id',
  'a.short_id',
  'a.company_id',
  'a.slug',
  'a.title',
  'a.icon',
  'a.tags',
  'a.duration',
  'a.is_archived',
  'a.is_not_uploaded_video',
  'a.has_text',
  'a.created_at',
  'a.updated_at',
  'a.published_at',
] as const

export type SummaryRow = {
  id: string
  short_id: string
  company_id: string
  slug: string
  title: string
  icon: string | null
  tags: string[]
  duration: number
  is_archived: boolean
  is_not_uploaded_video: boolean
  created_at: Date
  updated_at: Date
  published_at: Date | null
  author: PersonRow | null
  has_text: boolean
  workspace: WorkspaceAccessRow | null
  original: { id: string; shortId: string } | null
}
