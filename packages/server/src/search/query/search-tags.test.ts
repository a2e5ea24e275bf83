import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { indexBatch } from '../index/indexer.ts'

const server = await startTestServer()
const { db } = server

/** A company of its own, so that its lists hold only what the test created. */
async function newWorld() {
  const company = await buildCompany(db)
  const [member, colleague] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: member })
  const tokens = { member: await server.signIn(member, company), colleague: await server.signIn(colleague, company) }
  return { company, member, colleague, workspace, tokens }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function tags(token: string, q: string): Promise<string[]> {
  while ((await indexBatch(db)) !== 0);
  return (await server.call('tag.search', { params: { q } }, token)).ok.tags
}

test('tags come from articles I may see, prefix matches first, each in its earliest spelling', async () => {
  const { company, member, workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, tags: ['Gateway', 'on call'], createdAt: daysAgo(3) })
  await buildArticle(db, { workspace, tags: ['gateway', 'old gate'], createdAt: daysAgo(2) })
  await buildArticle(db, { workspace, tags: ['gates'], createdAt: daysAgo(1) })
  await buildArticle(db, {
    workspace: await buildWorkspace(db, { company, owner: company.owner }),
    tags: ['gate of others'],
  })
  await buildDraft(db, { workspace, author: member, tags: ['gate of a draft'] })
  expect(await tags(tokens.member, 'GATE')).toEqual(['Gateway', 'gates', 'old gate'])
  expect(await tags(tokens.colleague, 'gate')).toEqual([])
  expect(await tags(tokens.member, '%')).toEqual([])
  expect(await tags(tokens.member, ' ')).toEqual([])
})

test('tags that only archived or deleted articles have are not offered', async () => {
  const { company, member, workspace, tokens } = await newWorld()
  const archived = await buildWorkspace(db, { company, owner: member })
  for (const [of, tag] of [
    [workspace, 'gate one'],
    [workspace, 'gate of an archived article'],
    [workspace, 'gate of a deleted article'],
    [archived, 'gate of an archived workspace'],
  ] as const)
    await buildArticle(db, { workspace: of, tags: ['gate', tag], createdAt: daysAgo(1) })
  const set = (tag: string, change: object) =>
    db
      .updateTable('articles')
      .set(change)
      .where(sql<boolean>`${tag} = any(tags)`)
      .execute()
  await set('gate of an archived article', { is_archived: true })
  await set('gate of a deleted article', { deleted_at: new Date() })
  await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', archived.id).execute()
  expect(await tags(tokens.member, 'gate')).toEqual(['gate', 'gate one'])
})

test('the number of uses stays right while articles are indexed again, move and leave', async () => {
  const { company, member, workspace, tokens } = await newWorld()
  const other = await buildWorkspace(db, { company, owner: member })
  const [first, second, third] = [
    await buildArticle(db, { workspace, tags: ['Gateway', 'meter'] }),
    await buildArticle(db, { workspace, tags: ['gateway', 'meter'] }),
    await buildArticle(db, { workspace, tags: ['gateway'] }),
  ]
  const change = (id: string, what: object) =>
    db
      .updateTable('articles')
      .set({ ...what, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  const steps = [
    () => change(first.id, { tags: ['Gateway', 'antenna'] }),
    () => change(second.id, { workspace_id: other.id }),
    () => change(third.id, { is_archived: true }),
    () => change(third.id, { is_archived: false }),
    () => db.deleteFrom('articles').where('id', '=', first.id).execute(),
    () => db.deleteFrom('articles').where('id', 'in', [second.id, third.id]).execute(),
  ]
  for (const step of steps) {
    await tags(tokens.member, 'gate')
    await step()
    await tags(tokens.member, 'gate')
    const { rows } = await sql<{ counted: unknown; stored: unknown; names: unknown }>`
      select
        (select coalesce(json_agg(x order by x.part, x.workspace_id, x.content), '[]') from (
          select part, workspace_id, content, count(*) as articles from search_entries
          where kind = 'tag' and company_id = ${company.id} group by part, workspace_id, content
        ) x) as counted,
        (select coalesce(json_agg(x order by x.part, x.workspace_id, x.content), '[]') from (
          select part, workspace_id, content, articles from search_tag_uses where company_id = ${company.id}
        ) x) as stored,
        (select array_agg(distinct part order by part) is not distinct from
          (select array_agg(part order by part) from search_tags where company_id = ${company.id})
          from search_tag_uses where company_id = ${company.id}) as names
    `.execute(db)
    expect(rows[0]?.stored).toEqual(rows[0]?.counted)
    expect(rows[0]?.names).toBe(true)
  }
  expect(await tags(tokens.member, 'gate')).toEqual([])
})

test('tags are at most fifteen', async () => {
  const { workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, tags: Array.from({ length: 20 }, (_, index) => `tag ${index}`) })
  expect(await tags(tokens.member, 'tag')).toHaveLength(15)
})

test('tags of an article that is shared by name are offered, as long as it is', async () => {
  const { workspace, colleague, tokens } = await newWorld()
  const article = await buildArticle(db, { workspace, tags: ['Gateway'] })
  await db.insertInto('article_shares').values({ id: newId(), article_id: article.id, user_id: colleague.id }).execute()
  expect(await tags(tokens.colleague, 'gate')).toEqual(['Gateway'])
  await db.deleteFrom('article_shares').where('article_id', '=', article.id).execute()
  expect(await tags(tokens.colleague, 'gate')).toEqual([])
})

test('a tag is found without its accents, and by letters that mean something in a pattern', async () => {
  const { workspace, tokens } = await newWorld()
  await buildArticle(db, { workspace, tags: ['Prélèvement', '50% off', 'Мій шлях'] })
  expect(await tags(tokens.member, 'prele')).toEqual(['Prélèvement'])
  expect(await tags(tokens.member, '0%')).toEqual(['50% off'])
  expect(await tags(tokens.member, 'мій')).toEqual(['Мій шлях'])
})
