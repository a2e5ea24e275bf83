/** The articles and their states, read directly from the rows: for property and race tests. */
import { maxOrderDepth, type OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { walkOrder } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/db.ts'

type ArticleState = {
  id: string
  companyId: string
  workspaceId: string | null
  originalId: string | null
  title: string
  tags: string[]
  isPublished: boolean
  isDeleted: boolean
  isArchived: boolean
  isVideo: boolean
  parentId: string | null
  lastVersion: number
  text: string
  versions: { version: number; title: string; text: string }[]
}

type WorkspaceState = { id: string; companyId: string; title: string; order: OrderEntry[] }

export type LibraryState = {
  readonly articles: readonly ArticleState[]
  readonly workspaces: readonly WorkspaceState[]
  /** What triggers store about these, and do not store rightly. */
  readonly outdated: readonly string[]
}

export async function readLibrary(db: Db, workspaceIds: readonly string[]): Promise<LibraryState> {
  const { rows: workspaces } = await sql<WorkspaceState>`
    select id, company_id as "companyId", title, article_order as "order" from workspaces
    where id = any(${workspaceIds}::uuid[]) order by title
  `.execute(db)
  const { rows: articles } = await sql<ArticleState>`
    select a.id, a.company_id as "companyId", a.workspace_id as "workspaceId", a.original_id as "originalId", a.title, a.tags,
      a.published_at is not null as "isPublished", a.deleted_at is not null as "isDeleted",
      a.is_archived as "isArchived", a.duration > 0 as "isVideo", a.parent_article_id as "parentId",
      a.last_version as "lastVersion",
      coalesce((select string_agg(t.plain_text, ' ' order by t.position) from text_tabs t where t.article_id = a.id), '') as text,
      coalesce((
        select jsonb_agg(jsonb_build_object('version', v.version, 'title', v.content->>'title', 'text', v.content->>'tabs')
          order by v.version)
        from article_versions v where v.article_id = a.id
      ), '[]') as versions
    from articles a where a.workspace_id = any(${workspaceIds}::uuid[]) order by a.id
  `.execute(db)
  const { rows: outdated } = await sql<{ fact: string }>`
    select 'text of ' || a.id as fact from articles a
    where a.workspace_id = any(${workspaceIds}::uuid[]) and (a.has_text, a.is_first_tab_filled) is distinct from (
      exists (select from text_tabs t where t.article_id = a.id and t.has_text),
      coalesce((select t.has_text from text_tabs t where t.article_id = a.id order by t.position limit 1), false)
    )
    union all
    select 'number of articles of ' || w.id from workspaces w left join workspace_trees t on t.workspace_id = w.id
    where w.id = any(${workspaceIds}::uuid[]) and coalesce(t.articles, 0) <> (
      select count(*) from articles a
      where a.workspace_id = w.id and a.published_at is not null and a.deleted_at is null and not a.is_archived
    )
  `.execute(db)
  return { articles, workspaces, outdated: outdated.map(({ fact }) => fact) }
}

/**
 * Describes inconsistencies between orders and rows; empty if there are none. No article may be moved below a
 * recording; sub-articles that `former` already shows there were placed before it was recorded.
 */
export function findInconsistencies({ articles, workspaces, outdated }: LibraryState, former?: LibraryState): string[] {
  const faults = outdated.map((fact) => `the stored ${fact} is outdated`)
  const positionsBefore = new Set(
    former?.workspaces.flatMap(({ order }) => Array.from(walkOrder(order), describePosition)),
  )
  const byId = new Map(articles.map((article) => [article.id, article]))
  const living = articles.filter(
    ({ isPublished, isDeleted, originalId }) => isPublished && !isDeleted && originalId === null,
  )
  const workspaceIds = new Map<string, string>()
  for (const { id: workspaceId, order } of workspaces) {
    for (const { id, parentId, depth } of walkOrder(order)) {
      const article = byId.get(id)
      const parent = parentId === null ? null : byId.get(parentId)
      if (workspaceIds.has(id)) faults.push(`${id} appears twice`)
      workspaceIds.set(id, workspaceId)
      if (article === undefined || !living.includes(article)) faults.push(`${id} is in an order but does not exist`)
      if (article?.workspaceId !== workspaceId) faults.push(`${id} is in the order of another workspace`)
      if (depth > maxOrderDepth) faults.push(`${id} is nested too deeply`)
      if (parent?.isVideo && !positionsBefore.has(describePosition({ id, parentId })))
        faults.push(`${id} is under a recording`)
      if (parent?.isArchived && !article?.isArchived) faults.push(`${id} is shown under an archived article`)
    }
  }
  const companies = new Map(workspaces.map(({ id, companyId }) => [id, companyId]))
  for (const article of articles) {
    const { id, workspaceId, companyId, versions, lastVersion } = article
    if (living.includes(article) && workspaceIds.get(id) !== workspaceId) faults.push(`${id} is in no order`)
    if (living.includes(article) && article.parentId !== null) faults.push(`${id} keeps a parent beside the order`)
    if (!article.isDeleted && companyId !== companies.get(workspaceId ?? ''))
      faults.push(`${id} belongs to another company than its workspace`)
    if (versions.some(({ version }) => version > lastVersion)) faults.push(`${id} would give a version's number again`)
    if (article.originalId === null || article.isDeleted) continue
    const original = byId.get(article.originalId)
    if (original === undefined || original.isDeleted) faults.push(`the draft ${id} outlived its article`)
    else if (original.companyId !== companyId) faults.push(`the draft ${id} is in another company than its article`)
  }
  const drafts = articles.flatMap(({ originalId, isDeleted }) => (originalId === null || isDeleted ? [] : [originalId]))
  if (new Set(drafts).size < drafts.length) faults.push('an article has two drafts')
  return faults
}

const describePosition = ({ id, parentId }: { id: string; parentId: string | null }): string =>
  `${id} under ${parentId}`

/** The same with names instead of ids, so that two equal libraries can be compared after changes. */
export function describeLibrary({ articles, workspaces }: LibraryState): string {
  const byId = new Map(articles.map((article) => [article.id, article]))
  const draftOf = (id: string) => articles.find(({ originalId, isDeleted }) => originalId === id && !isDeleted)
  const lines = workspaces.flatMap(({ title, order }) => [
    title,
    ...Array.from(walkOrder(order), ({ id, depth }) => {
      const article = byId.get(id)
      const draft = draftOf(id)
      const facts = [
        article?.title,
        article?.text.split(/\s+/).join(' '),
        article?.tags.join(),
        article?.isArchived && 'archived',
        draft && `draft ${draft.title}`,
        ...(article?.versions.map(({ version, title: name }) => `v${version} ${name}`) ?? []),
      ]
      return `${'  '.repeat(depth)}${facts.filter(Boolean).join(' | ')}`
    }),
  ])
  return lines.join('\n')
}
