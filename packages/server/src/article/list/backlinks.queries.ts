import { articleLinkKey, listArticleLinks } from '@knowreel/shared/article/article-link.ts'
import { backlinksPerPage } from '@knowreel/shared/article/article.rules.ts'
import type { Backlink } from '@knowreel/shared/article/article.wire.ts'
import { sql } from 'kysely'
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { accessRank, toArticleWorkspace } from '../../workspace/index.ts'
import { workspaceAccessColumn } from '../article-columns.ts'
import { isInListedWorkspace } from './article-list.queries.ts'

export type LinkedArticle = { readonly id: string; readonly shortId: string; readonly companyId: string }

/** The hosts under which articles are opened. */
export type ArticleHosts = {
  readonly own: string
  /** Parent of the hosts of companies; null while they have none. */
  readonly parentOfCompanies: string | null
}

type Page = { readonly page: number; readonly hosts: ArticleHosts }

/** One page of the articles that link to this one and that the actor sees, those changed last first. */
export async function listBacklinks(
  db: Db,
  actor: Actor | null,
  linked: LinkedArticle,
  { page, hosts }: Page,
): Promise<{ articles: Backlink[]; count: number }> {
  // The ids of the page are found first, so that the rest is read for those alone.
  const rows = await db
    .with('page', (cte) =>
      linkingArticles(cte, actor, linked, hosts)
        .select(['a.id', sql<number>`(count(*) over ())::int`.as('count')])
        .orderBy('a.updated_at', 'desc')
        .orderBy('a.id', 'desc')
        .limit(backlinksPerPage)
        .offset((page - 1) * backlinksPerPage),
    )
    .selectFrom('page')
    .innerJoin('articles as a', 'a.id', 'page.id')
    .select(['a.id', 'a.short_id as shortId', 'a.slug', 'a.title', 'a.duration', 'page.count'])
    .select(workspaceAccessColumn(accessRank(actor), 'a.workspace_id').as('workspace'))
    .orderBy('a.updated_at', 'desc')
    .orderBy('a.id', 'desc')
    .execute()
  const articles = rows.flatMap(({ workspace, count: _count, ...row }) =>
    workspace === null ? [] : [{ ...row, workspace: toArticleWorkspace(workspace) }],
  )
  // A page behind the last one has no row to carry the count.
  const count = rows[0]?.count ?? (page === 1 ? 0 : await countLinking(linkingArticles(db, actor, linked, hosts)))
  return { articles, count }
}

/** Published articles of the same company that the actor sees in a workspace, without archived ones. */
const linkingArticles = (db: Pick<Db, 'selectFrom'>, actor: Actor | null, linked: LinkedArticle, hosts: ArticleHosts) =>
  db
    .selectFrom('articles as a')
    .where(sql<boolean>`a.id in (select t.article_id from text_tabs t where t.links && ${linkKeys(linked, hosts)})`)
    .where('a.id', '<>', linked.id)
    .where('a.company_id', '=', linked.companyId)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .where('a.is_archived', '=', false)
    .where(isInListedWorkspace(actor, linked.companyId))

async function countLinking(linking: ReturnType<typeof linkingArticles>): Promise<number> {
  const { count } = await linking.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** Every way to write a link to the article, as an array of `articleLinkKey`. */
const linkKeys = ({ id, shortId, companyId }: LinkedArticle, { own, parentOfCompanies }: ArticleHosts) => {
  const hosts = [null, own]
  const keys = [id, shortId].flatMap((one) => hosts.map((host) => articleLinkKey({ id: one, host })))
  if (parentOfCompanies === null) return sql`${keys}::text[]`
  const tails = [id, shortId].map((one) => articleLinkKey({ id: one, host: `.${parentOfCompanies}` }))
  return sql`(${keys}::text[] || array(
    select c.slug || tail from companies c, unnest(${tails}::text[]) tail where c.id = ${companyId}
  ))`
}

/** Finds the links of texts that were stored before links were. Returns how many texts were searched. */
export async function findMissingLinks(db: Db, limit: number): Promise<number> {
  const tabs = await db
    .selectFrom('text_tabs')
    .where('links', 'is', null)
    .select(['article_id', 'id', 'content'])
    .limit(limit)
    .execute()
  const found = tabs.map((tab) => ({ article_id: tab.article_id, id: tab.id, links: listArticleLinks(tab.content) }))
  // A text that was saved in the meantime has the links of its new content.
  await sql`
    update text_tabs t set links = array(select jsonb_array_elements_text(f.links))
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f (article_id uuid, id text, links jsonb)
    where t.article_id = f.article_id and t.id = f.id and t.links is null
  `.execute(db)
  return tabs.length
}
