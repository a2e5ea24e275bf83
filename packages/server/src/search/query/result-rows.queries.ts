/** The data of a page of entries: from the index, and from articles and workspaces as they are now. */
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { keyToPath } from '../../file/index.ts'
import { runPrepared } from '../../platform/database/prepared.ts'
import type { FileKey } from '../../platform/files/index.ts'
import type { EntryKind } from '../search.tables.ts'
import { reachOf, sharedToken, type Filters } from './reach.ts'

/** Never changes: a changed text becomes another entry. */
export type FoundEntry = {
  readonly entryId: string
  readonly kind: EntryKind
  readonly part: string
  readonly partSlug: string
  readonly startsAt: number
  /** The title, or the text. */
  readonly content: string
  /** For timed text, as in the index. */
  readonly marks: number[] | null
  readonly subjectId: string
  /** The text is in this file. */
  readonly attachment: { id: string; name: string; page: number | null; path: string } | null
}

/** As they are now, and only what the person may see. */
export type Facts = {
  /** Articles of a tag or workspace. */
  readonly count: number | null
  readonly article: {
    readonly id: string
    readonly shortId: string
    readonly slug: string
    readonly title: string
    readonly icon: string | null
    readonly tags: string[]
    readonly duration: number
    readonly updatedAt: Date
    readonly author: string | null
    readonly isDraft: boolean
    readonly tab: { id: string; title: string; slug: string } | null
    /** Set for drafts; the parent of a published article is in the order of its workspace. */
    readonly parentId: string | null
    readonly sharedToken: string | null
  } | null
  readonly workspace: {
    readonly id: string
    readonly shortId: string
    readonly title: string
    readonly visibility: WorkspaceVisibility
    readonly isArchived: boolean
    readonly orderRevision: number
  } | null
}

export type ResultRow = FoundEntry & Facts

type FactRow = {
  version: number
  hasDrafts: boolean
  /** Null in the only row of an empty page. */
  entryId: string | null
  kind: EntryKind
  count: number | null
  articleId: string | null
  shortId: string
  slug: string
  title: string
  icon: string | null
  tags: string[]
  duration: number
  updatedAt: Date
  author: string | null
  isDraft: boolean
  parentId: string | null
  sharedToken: string | null
  tabId: string | null
  tabTitle: string
  tabSlug: string
  workspaceId: string | null
  workspaceShortId: string
  workspaceTitle: string
  visibility: WorkspaceVisibility
  isWorkspaceArchived: boolean
  orderRevision: number
}

type EntryRow = Omit<FoundEntry, 'attachment'> & {
  fileId: string | null
  fileName: string | null
  fileKey: FileKey | null
  filePage: number | null
}

export type FoundFacts = Facts & Pick<FoundEntry, 'entryId' | 'kind'>

type FoundPage<Row> = { readonly version: number; readonly hasDrafts: boolean; readonly rows: Row[] }

const toRow = (row: FactRow & EntryRow): ResultRow => ({ ...toEntry(row), ...toFacts(row) })

/** Columns of the entry `e`. */
const entryColumns = sql`e.part, e.slug as "partSlug", e.starts_at as "startsAt", e.content, e.marks,
  coalesce(e.article_id, e.workspace_id) as "subjectId", e.file_id as "fileId", e.page as "filePage",
  case when e.file_id is not null then (select f.name from files f where f.id = e.file_id) end as "fileName",
  case when e.file_id is not null then (select f.key from files f where f.id = e.file_id) end as "fileKey"`

/** `parts` ends with `page`: ids of entries with their position, and the number of articles of a tag. */
export async function readPage(
  db: Db,
  member: Member,
  filters: Filters,
  parts: RawBuilder<unknown>,
): Promise<ResultRow[]> {
  const { rows } = await run<FactRow & EntryRow>(db, member, filters, parts, sql`, ${entryColumns}`)
  return rows.map(toRow)
}

/** Also how many entries of each kind `candidates` has, which is one of the parts. */
export async function readPageAndCandidates(
  db: Db,
  member: Member,
  filters: Filters,
  parts: RawBuilder<unknown>,
): Promise<{ rows: ResultRow[]; candidates: Partial<Record<EntryKind, number>> }> {
  const counts = sql`(
    select coalesce(json_object_agg(kind, count), '{}')
    from (select kind, count(*) from candidates group by kind) of_kind
  )`
  const { rows, all } = await run<FactRow & EntryRow & { candidates: Partial<Record<EntryKind, number>> }>(
    db,
    member,
    filters,
    parts,
    sql`, ${entryColumns}, ${counts} as candidates`,
  )
  return { rows: rows.map(toRow), candidates: all[0]?.candidates ?? {} }
}

/** The same without the columns of the index, which never change. */
export async function readFacts(db: Db, member: Member, parts: RawBuilder<unknown>): Promise<FoundPage<FoundFacts>> {
  const { rows, version, hasDrafts } = await run<FactRow>(db, member, {}, parts, sql``)
  return {
    version,
    hasDrafts,
    rows: rows.map((row) => ({ entryId: row.entryId ?? '', kind: row.kind, ...toFacts(row) })),
  }
}

/** Without access checks: for entries that the person was allowed to see. */
export async function readEntries(db: Db, entryIds: readonly string[]): Promise<FoundEntry[]> {
  const rows = await runPrepared(
    db,
    sql<EntryRow>`
      select e.id::text as "entryId", e.kind, ${entryColumns} from search_entries e where e.id = any(${entryIds}::bigint[])
    `,
  )
  return rows.map(toEntry)
}

async function run<Row extends FactRow>(
  db: Db,
  member: Member,
  filters: Filters,
  parts: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): Promise<FoundPage<Row> & { all: readonly Row[] }> {
  const found = await runPrepared(
    db,
    // Each row is looked up by its id; without "limit", the planner may read all articles instead.
    sql<Row>`
      with reach as materialized (${reachOf(db, member, filters)}), ${parts}
      select reach.version, cardinality(reach.drafts) > 0 as "hasDrafts", e.id::text as "entryId", e.kind,
        case e.kind
          when 'tag' then page.of_tag
          when 'workspace' then (
            select count(*) from articles c
            where c.workspace_id = w.id and c.published_at is not null and c.deleted_at is null and not c.is_archived
          )
        end::int as count,
        a.id as "articleId", a.short_id as "shortId", a.slug, a.title, a.icon, a.tags, a.duration, a.updated_at as "updatedAt",
        a.published_at is null as "isDraft", a.parent_article_id as "parentId", ${sharedToken} as "sharedToken",
        (select concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) from users u where u.id = a.author_id) as author,
        t.id as "tabId", t.title as "tabTitle", t.slug as "tabSlug",
        w.id as "workspaceId", w.short_id as "workspaceShortId", w.title as "workspaceTitle", w.visibility,
        w.is_archived as "isWorkspaceArchived", w.order_revision as "orderRevision"${columns}
      from reach
      left join page on true
      left join lateral (select * from search_entries x where x.id = page.id limit 1) e on true
      left join lateral (select * from articles x where x.id = e.article_id limit 1) a on true
      left join lateral (select * from text_tabs x where x.article_id = a.id and x.id = e.part limit 1) t on true
      left join lateral (
        select * from workspaces x
        where x.id = coalesce(a.workspace_id, e.workspace_id) and x.id = any(reach.workspaces) limit 1
      ) w on true
      order by e.kind, page.position
    `,
  )
  return {
    version: found[0]?.version ?? 0,
    hasDrafts: found[0]?.hasDrafts === true,
    rows: found.filter(({ entryId }) => entryId !== null),
    /** One row without an entry if the page is empty. */
    all: found,
  }
}

const toEntry = (row: { entryId: string | null } & Omit<EntryRow, 'entryId'>): FoundEntry => ({
  entryId: row.entryId ?? '',
  kind: row.kind,
  part: row.part,
  partSlug: row.partSlug,
  startsAt: row.startsAt,
  content: row.content,
  marks: row.marks,
  subjectId: row.subjectId,
  attachment:
    row.fileId === null || row.fileKey === null
      ? null
      : { id: row.fileId, name: row.fileName ?? '', page: row.filePage, path: keyToPath(row.fileKey) },
})

const toFacts = (row: FactRow): Facts => ({
  count: row.count,
  article:
    row.articleId === null
      ? null
      : {
          id: row.articleId,
          shortId: row.shortId,
          slug: row.slug,
          title: row.title,
          icon: row.icon,
          tags: row.tags,
          duration: row.duration,
          updatedAt: row.updatedAt,
          author: row.author,
          isDraft: row.isDraft,
          tab: row.tabId === null ? null : { id: row.tabId, title: row.tabTitle, slug: row.tabSlug },
          parentId: row.parentId,
          sharedToken: row.sharedToken,
        },
  workspace:
    row.workspaceId === null
      ? null
      : {
          id: row.workspaceId,
          shortId: row.workspaceShortId,
          title: row.workspaceTitle,
          visibility: row.visibility,
          isArchived: row.isWorkspaceArchived,
          orderRevision: row.orderRevision,
        },
})
