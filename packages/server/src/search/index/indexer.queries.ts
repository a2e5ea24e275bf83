import { sql } from 'kysely'
import type { WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { indexerLock } from '../../platform/database/advisory-locks.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { displayedTitle } from '../../workspace/index.ts'
import type { Entry, IndexedArticle, IndexedWorkspace } from './entries-of.ts'
import { entryDate, type SubjectDates } from './entry-date.ts'

export async function tryLockIndex(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ acquired: boolean }>`select pg_try_advisory_xact_lock(${indexerLock}) acquired`.execute(
    trx,
  )
  return rows[0]?.acquired === true
}

export async function lockIndex(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${indexerLock})`.execute(trx)
}

/** Also deleted ones, whose entries must go. */
export async function listAllIds(db: Db): Promise<{ articles: string[]; workspaces: string[] }> {
  const [articles, workspaces] = await Promise.all([
    db.selectFrom('articles').select('id').execute(),
    db.selectFrom('workspaces').select('id').execute(),
  ])
  return { articles: articles.map(({ id }) => id), workspaces: workspaces.map(({ id }) => id) }
}

export type Change = { id: string; articleId: string | null; workspaceId: string | null }

export const listChanges = (db: Db, limit: number, except: readonly string[] = []): Promise<Change[]> =>
  db
    .selectFrom('search_changes')
    .select(['id', 'article_id as articleId', 'workspace_id as workspaceId'])
    .where(sql<boolean>`id <> all(${except}::bigint[])`)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function deleteChanges(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`delete from search_changes where id = any(${ids}::bigint[])`.execute(trx)
}

/**
 * Until the transaction ends, nobody can delete these articles, or their workspaces and companies. They are locked in the
 * order in which deletions lock them, and before their entries; otherwise both would wait for each other. Saves do not
 * wait for this lock.
 */
export async function lockArticles(trx: Trx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct workspace_id as id from articles where id = any(${ids}::uuid[]) and workspace_id is not null
  `.execute(trx)
  await lockWorkspaces(
    trx,
    rows.map(({ id }) => id),
  )
  await sql`select from articles where id = any(${ids}::uuid[]) order by id for key share`.execute(trx)
}

export async function lockWorkspaces(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    select from companies where id in (select company_id from workspaces where id = any(${ids}::uuid[]))
    order by id for key share
  `.execute(trx)
  await sql`select from workspaces where id = any(${ids}::uuid[]) order by id for key share`.execute(trx)
}

/** Until the transaction ends, nobody can delete these files. */
export async function lockFiles(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`select from files where id = any(${ids}::uuid[]) order by id for key share`.execute(trx)
}

/** Those that can be found; drafts of published articles are in the workspace of their original. */
export async function readArticles(db: Db, ids: readonly string[]): Promise<(IndexedArticle & SubjectDates)[]> {
  const { rows } = await sql<IndexedArticle & SubjectDates & { paragraphs: ParagraphTree }>`
    select a.id, a.company_id as "companyId", coalesce(o.workspace_id, a.workspace_id) as "workspaceId",
      a.published_at is not null as "isPublished", a.title, a.tags, a.paragraphs, a.created_at as "createdAt", a.updated_at as "changedAt",
      coalesce((
        select json_agg(json_build_object('id', t.id, 'title', t.title, 'slug', t.slug, 'text', t.plain_text) order by t.position)
        from text_tabs t where t.article_id = a.id
      ), '[]') as tabs,
      coalesce((
        select json_agg(json_build_object('fileId', f.id, 'name', f.name, 'tabId', t.id, 'pages', (
          select json_agg(piece.page order by piece.position) from file_text_pieces piece where piece.file_id = f.id
        )) order by t.position, f.id)
        from file_places p
        join files f on f.id = p.file_id
        join text_tabs t on t.article_id = a.id and strpos(t.html, f.key) > 0
        where p.article_id = coalesce(a.original_id, a.id)
          and exists (select from file_text_pieces piece where piece.file_id = f.id)
      ), '[]') as attachments
    from articles a
    left join articles o on o.id = a.original_id
    where a.id = any(${ids}::uuid[]) and a.deleted_at is null and not a.is_archived
  `.execute(db)
  return rows
}

/** With the titles that are displayed: those of personal workspaces are stored with a prefix. */
export async function readWorkspaces(db: Db, ids: readonly string[]): Promise<(IndexedWorkspace & SubjectDates)[]> {
  const { rows } = await sql<IndexedWorkspace & SubjectDates & { visibility: WorkspaceVisibility }>`
    select id, company_id as "companyId", title, visibility, description, created_at as "createdAt", updated_at as "changedAt"
    from workspaces where id = any(${ids}::uuid[]) and deleted_at is null
  `.execute(db)
  return rows.map((row) => ({ ...row, title: displayedTitle(row) }))
}

export type ExistingEntry = Pick<Entry, 'kind' | 'part' | 'startsAt' | 'fileId' | 'hash'> &
  Omit<Owner, keyof SubjectDates> & { id: string; date: Date }

/** The entries of articles, or those of workspaces themselves. */
export const listEntries = (db: Db, column: 'article_id' | 'workspace_id', ids: readonly string[]) =>
  db
    .selectFrom('search_entries')
    .select(['id', 'article_id as articleId', 'workspace_id as workspaceId', 'company_id as companyId'])
    .select(['kind', 'part', 'starts_at as startsAt', 'file_id as fileId', 'hash', 'changed_at as date'])
    .where(sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)
    .$if(column === 'workspace_id', (query) => query.where('article_id', 'is', null))
    .execute()

export async function deleteEntries(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from search_entries where id = any(${ids}::bigint[])`.execute(trx)
}

/** For entries whose text stays the same. */
export async function updateOwner(
  trx: Trx,
  { companyId, workspaceId, ...dates }: Owner,
  entries: readonly Pick<ExistingEntry, 'id' | 'kind'>[],
): Promise<void> {
  if (entries.length === 0) return
  await sql`
    update search_entries e
    set company_id = ${companyId}, workspace_id = ${workspaceId}, changed_at = moved.changed_at
    from unnest(
      ${entries.map(({ id }) => id)}::bigint[], ${entries.map(({ kind }) => entryDate(kind, dates))}::timestamptz[]
    ) as moved (id, changed_at)
    where e.id = moved.id
  `.execute(trx)
}

export type Owner = SubjectDates & { companyId: string; workspaceId: string | null; articleId: string | null }

/** Entries in one statement. */
const insertSize = 100

export type OwnedEntry = { readonly owner: Owner; readonly entry: Entry }

export async function insertEntries(trx: Trx, entries: readonly OwnedEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += insertSize)
    await insertSome(trx, await readContents(trx, entries.slice(from, from + insertSize)))
}

type ReadEntry = OwnedEntry & { readonly content: string }

/** With the text of files; without those that were removed in the meantime. */
async function readContents(trx: Trx, entries: readonly OwnedEntry[]): Promise<ReadEntry[]> {
  const ofFiles = entries.filter(({ entry }) => entry.content === null)
  const texts = new Map<string, string>()
  if (ofFiles.length > 0) {
    const { rows } = await sql<{ fileId: string; position: number; content: string }>`
      select p.file_id as "fileId", p.position, p.content
      from file_text_pieces p
      join unnest(
        ${ofFiles.map(({ entry }) => entry.fileId)}::uuid[], ${ofFiles.map(({ entry }) => entry.startsAt)}::int[]
      ) as wanted (file_id, position) using (file_id, position)
    `.execute(trx)
    for (const { fileId, position, content } of rows) texts.set(`${fileId} ${position}`, content)
  }
  return entries.flatMap(({ owner, entry }) => {
    const content = entry.content ?? texts.get(`${entry.fileId} ${entry.startsAt}`)
    return content === undefined ? [] : [{ owner, entry, content }]
  })
}

async function insertSome(trx: Trx, entries: readonly ReadEntry[]): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('search_entries')
    .values(
      entries.map(({ owner, entry, content }) => ({
        kind: entry.kind,
        company_id: owner.companyId,
        workspace_id: owner.workspaceId,
        article_id: owner.articleId,
        part: entry.part,
        slug: entry.slug,
        starts_at: entry.startsAt,
        file_id: entry.fileId,
        page: entry.page,
        content,
        marks: entry.marks === null ? null : [...entry.marks],
        folded: entry.folded,
        hash: entry.hash,
        terms: sql<string>`${entry.toTerms(content)}::tsvector`,
        changed_at: entryDate(entry.kind, owner),
      })),
    )
    .execute()
}

/** In a company with more texts, only the newest are counted, and the total is estimated from them. */
const maxSampled = 20_000
/** Terms are counted again when this share of a company's index is new. */
const renewalShare = 0.2
/** Changes of a small company that are not worth counting again. */
const minChanges = 10

/** Counts in how many of its texts each term is, for companies whose index has changed much since that was last counted. */
export async function renewTerms(db: Db): Promise<void> {
  const { rows } = await sql<{ companyId: string }>`
    select v.company_id as "companyId" from search_versions v left join search_term_counts c using (company_id)
    where c.company_id is null
      or v.version - c.version > greatest(${minChanges}::float, ${renewalShare}::float * c.texts)
  `.execute(db)
  let texts = 0
  for (const { companyId } of rows) texts += await countTermsOf(db, companyId)
  // The planner's numbers of a partial index change with "analyze" alone, not when it is a part of "vacuum".
  if (texts > 0 && texts >= renewalShare * (await countEntries(db))) await sql`analyze search_entries`.execute(db)
}

/** As PostgreSQL last estimated it. */
async function countEntries(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest(reltuples, 0)::int as count from pg_class where oid = 'search_entries'::regclass
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the number of texts. */
async function countTermsOf(db: Db, companyId: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Also the lock against another process that counts at the same time.
    const { rows } = await sql<{ texts: number }>`
      insert into search_term_counts as c (company_id, version, texts)
      select v.company_id, v.version, (select count(*) from search_entries where company_id = ${companyId} and not is_title)
      from search_versions v where v.company_id = ${companyId}
      on conflict (company_id) do update set version = excluded.version, texts = excluded.texts
      returning texts
    `.execute(trx)
    const texts = rows[0]?.texts ?? 0
    const sampled = Math.min(texts, maxSampled)
    await sql`delete from search_terms where company_id = ${companyId}`.execute(trx)
    await sql`
      insert into search_terms (company_id, term, entries)
      select ${companyId}, word, round(ndoc * ${texts}::float / ${sampled})::int
      from ts_stat(format(
        'select terms from search_entries where company_id = %L and not is_title order by changed_at desc limit %s',
        ${companyId}::text, ${maxSampled}::int
      ))
      where ndoc > 1
    `.execute(trx)
    return texts
  })
}
