/** A company with any number of articles, written by statements that insert thousands of rows. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { buildCompany, buildMember } from '../../packages/server/src/company/company.builder.ts'
import { buildGroup } from '../../packages/server/src/group/group.builder.ts'
import type { Db, Trx } from '../../packages/server/src/platform/database/db.ts'
import { startSession } from '../../packages/server/src/user/index.ts'
import {
  buildWorkspace,
  grantGroupRole,
  grantWorkspaceRole,
} from '../../packages/server/src/workspace/workspace.builder.ts'
import { tagOf, wordOf } from '../search/seed-search.ts'

export type GrowthSize = {
  readonly workspaces: number
  readonly articlesPerWorkspace: number
  /** Of the member. */
  readonly drafts: number
  /** Unread ones of the member. */
  readonly notifications: number
}

export type GrowthCompany = GrowthSize & {
  /** A session of an editor of every workspace. */
  readonly token: string
  readonly workspaceIds: readonly string[]
  readonly articleShortIds: readonly string[]
}

type Owned = { readonly companyId: string; readonly ownerId: string; readonly memberId: string }

const articleLength = 3000
const batchSize = 5000
const topLevelArticles = 100

/** Different enough that packing works as hard as for real texts. */
const texts = Array.from({ length: 97 }, (_, n) => {
  const words: string[] = []
  for (let length = 0, at = n; length < articleLength; at = (at * 31 + 17) % 9973) {
    const word = wordOf(at)
    words.push(word)
    length += word.length + 1
  }
  return words.join(' ')
})
const htmls = texts.map((text) => `<p>${text.match(/.{1,400}(?: |$)/g)?.join('</p><p>') ?? ''}</p>`)

/** All in one transaction, so that the indexer never sees what is removed from its list again. */
export const seedGrowth = (db: Db, size: GrowthSize): Promise<GrowthCompany> =>
  db.transaction().execute(async (trx) => {
    const company = await buildCompany(trx)
    const member = await buildMember(trx, company)
    const group = await buildGroup(trx, { company, members: [member] })
    const workspaceIds: string[] = []
    for (let n = 0; n < size.workspaces; n++) {
      const workspace = await buildWorkspace(trx, { company, title: `Workspace ${n}` })
      workspaceIds.push(workspace.id)
      if (n % 2 === 0) await grantGroupRole(trx, { workspace, group, role: 'editor' })
      else await grantWorkspaceRole(trx, { workspace, user: member, role: 'editor' })
    }
    const owned = { companyId: company.id, ownerId: company.owner.id, memberId: member.id }
    const articles = await seedArticles(trx, owned, { ...size, workspaceIds })
    await seedDrafts(trx, owned, { ...size, workspaceIds, articles })
    await seedNotifications(trx, owned, { ...size, articles })
    await sql`delete from search_changes`.execute(trx)
    const token = await startSession(trx, { userId: member.id, companyId: company.id, userAgent: null })
    return { ...size, token, workspaceIds, articleShortIds: articles.map(({ shortId }) => shortId) }
  })

type SeededArticle = { readonly id: string; readonly shortId: string }
type Articles = GrowthSize & { readonly workspaceIds: readonly string[] }

/** The workspaces of neighbouring articles differ. The index gets their titles and tags. */
async function seedArticles(trx: Trx, owned: Owned, articles: Articles): Promise<SeededArticle[]> {
  const { companyId, ownerId } = owned
  const { workspaceIds, articlesPerWorkspace } = articles
  const seeded: SeededArticle[] = []
  const total = workspaceIds.length * articlesPerWorkspace
  for (let from = 0; from < total; from += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, total - from) }, (_, within) => {
      const n = from + within
      const workspaceId = workspaceIds[n % workspaceIds.length] ?? ''
      return { n, id: newId(), shortId: newShortId(), workspaceId, tags: [tagOf(n), tagOf(n * 7 + 1)] }
    })
    seeded.push(...batch)
    await sql`
      with seeded as (
        select * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
          as s (n int, id uuid, "shortId" text, "workspaceId" uuid, tags text[])
      ), inserted as (
        insert into articles (id, short_id, company_id, workspace_id, title, slug, tags, author_id, updated_by_id, hash,
          published_at, created_at, updated_at)
        select id, "shortId", ${companyId}::uuid, "workspaceId", 'How to replace the antenna of gateway ' || n, 'antenna-' || n,
          tags, ${ownerId}::uuid, ${ownerId}::uuid, 'seeded', at, at, at
        from seeded, lateral (select now() - n * interval '1 minute' as at) at
      ), written as (
        insert into text_tabs (article_id, id, position, title, slug, content, html, plain_text, has_text)
        select id, 'seededtabseeded1', 0, 'Note', 'note', '{"type":"doc","content":[]}',
          (${htmls}::text[])[1 + n % ${texts.length}], (${texts}::text[])[1 + n % ${texts.length}], true
        from seeded
      )
      insert into search_entries (kind, company_id, workspace_id, article_id, part, content, folded, terms, hash, changed_at)
      select 'article', ${companyId}::uuid, "workspaceId", id, '', 'How to replace the antenna of gateway ' || n,
        'how to replace the antenna of gateway ' || n, '', '', now() - n * interval '1 minute'
      from seeded
      union all
      select distinct 'tag', ${companyId}::uuid, "workspaceId", id, tag, tag, tag, ''::tsvector, '', now() - n * interval '1 minute'
      from seeded, unnest(tags) tag
    `.execute(trx)
  }
  for (const [at, workspaceId] of workspaceIds.entries()) {
    const ids = seeded.filter((_, n) => n % workspaceIds.length === at).map(({ id }) => id)
    await trx
      .updateTable('workspaces')
      .set({ article_order: JSON.stringify(buildOrder(ids)), order_revision: 1 })
      .where('id', '=', workspaceId)
      .execute()
  }
  return seeded
}

function buildOrder(ids: readonly string[]): unknown {
  const tops = ids.slice(0, topLevelArticles).map((value) => ({ value, items: [] as unknown[] }))
  ids.slice(topLevelArticles).forEach((value, at) => tops[at % tops.length]?.items.push({ value, items: [] }))
  return tops
}

type Seeded = Articles & { readonly articles: readonly SeededArticle[] }

/** Every fourth one is of a published article. */
async function seedDrafts(trx: Trx, owned: Owned, { drafts, workspaceIds, articles }: Seeded): Promise<void> {
  const { companyId, memberId } = owned
  const rows = Array.from({ length: drafts }, (_, n) => ({
    n,
    id: newId(),
    shortId: newShortId(),
    workspaceId: workspaceIds[n % workspaceIds.length] ?? '',
    originalId: n % 4 === 0 ? (articles[n]?.id ?? null) : null,
  }))
  await sql`
    with seeded as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s (n int, id uuid, "shortId" text, "workspaceId" uuid, "originalId" uuid)
    ), inserted as (
      insert into articles (id, short_id, company_id, workspace_id, original_id, title, slug, author_id, updated_by_id, hash,
        updated_at)
      select id, "shortId", ${companyId}::uuid, "workspaceId", "originalId", 'Draft ' || n, 'draft-' || n, ${memberId}::uuid,
        ${memberId}::uuid, 'changed', now() - n * interval '1 minute'
      from seeded
    )
    insert into text_tabs (article_id, id, position, title, slug, content, html, plain_text, has_text)
    select id, 'seededtabseeded1', 0, 'Note', 'note', '{"type":"doc","content":[]}', '<p>Draft</p>', 'Draft', true from seeded
  `.execute(trx)
}

async function seedNotifications(
  trx: Trx,
  { companyId, ownerId, memberId }: Owned,
  { notifications, articles }: Pick<Seeded, 'notifications' | 'articles'>,
): Promise<void> {
  const articleIds = Array.from({ length: notifications }, (_, n) => articles[(n * 7) % articles.length]?.id)
  await sql`
    with written as (
      insert into notifications (id, company_id, user_id, type, article_id, began_at, notified_at, changed_at)
      select gen_random_uuid(), ${companyId}::uuid, ${memberId}::uuid, 'article_publish', article_id, at, at, at
      from unnest(${articleIds}::uuid[]) with ordinality as article (article_id, n)
      cross join lateral (select now() - n * interval '30 minutes' as at) at
      returning id, notified_at
    )
    insert into notification_items (notification_id, event_id, by_id, notified_at)
    select id, gen_random_uuid(), ${ownerId}::uuid, notified_at from written
  `.execute(trx)
}
