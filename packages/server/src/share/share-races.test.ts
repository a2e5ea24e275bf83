/** Concurrent operations on one article: whatever their order, no invalid URL opens and nothing is left half-shared. */
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const token = await server.signIn(company.owner, company)
const colleagues = await Promise.all(Array.from({ length: 4 }, () => buildMember(db, company)))

type Body = Parameters<typeof server.call<'share.save'>>[1]['body']
const save = (id: string, body: Body) => server.call('share.save', { params: { id }, body }, token)
const add = (id: string, userId: string) =>
  server.call('share.addEntities', { params: { id }, body: { entities: [{ type: 'user', id: userId }] } }, token)
const statusOf = async (link: string) =>
  (await server.call('sharedBrowse.open', { params: { token: link }, query: {} })).status

describe.each([1, 2, 3, 4, 5, 6])('round %i', (round) => {
  test('creating, renewing and deleting concurrently leave one working link, or none', async () => {
    const { id } = await buildArticle(db, { workspace })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const bodies: Body[] = [{ shared: true }, { shared: true, isRefreshToken: true }, { shared: false }]
        return save(id, bodies[(at + round) % 3] ?? {})
      }),
    )
    const received = new Set(answers.map(({ ok }) => ok.sharedData.token).filter((link) => link !== null))
    const { shared } = (await server.call('share.get', { params: { id } }, token)).ok
    for (const link of received) expect([link, await statusOf(link)]).toEqual([link, link === shared.token ? 200 : 404])
    if (shared.token !== null) expect(received).toContain(shared.token)
  })

  test('sharing while the article is deleted gets a regular response, and a URL that opens nothing', async () => {
    const { id } = await buildArticle(db, { workspace })
    const before = (await save(id, { shared: true })).ok.sharedData.token ?? ''
    const [removed, ...shares] = await Promise.all([
      server.call('article.remove', { params: { id } }, token),
      save(id, { isRefreshToken: true }),
      save(id, { shared: true }),
      ...colleagues.map((user) => add(id, user.id)),
    ])
    expect(removed.status).toBe(200)
    for (const { status } of shares) expect([200, 404]).toContain(status)
    const { rows } = { rows: await db.selectFrom('article_links').where('article_id', '=', id).selectAll().execute() }
    for (const link of [before, ...rows.map((row) => row.token)]) expect(await statusOf(link)).toBe(404)
  })

  test('sharing with a person while they are removed leaves no share behind', async () => {
    const { id } = await buildArticle(db, { workspace })
    const leaver = await buildMember(db, company)
    const [removed, added] = await Promise.all([
      server.call('companyUser.remove', { params: { id: leaver.id } }, token),
      add(id, leaver.id),
    ])
    expect(removed.status).toBe(200)
    expect([200, 422]).toContain(added.status)
    const left = await db.selectFrom('article_shares').where('user_id', '=', leaver.id).select('id').execute()
    expect(left).toEqual([])
  })

  test('sharing while the article moves to another company leaves nothing shared', async () => {
    const target = await buildWorkspace(db, { company: await buildCompany(db, { owner: company.owner }) })
    const { id } = await buildArticle(db, { workspace })
    const body = { companyId: target.companyId, workspaceId: target.id }
    const [moved, ...shares] = await Promise.all([
      server.call('article.transfer', { params: { id }, body }, token),
      save(id, { shared: true }),
      ...colleagues.map((user) => add(id, user.id)),
    ])
    expect(moved.status).toBe(200)
    for (const { status } of shares) expect([200, 404]).toContain(status)
    for (const table of ['article_links', 'article_shares'] as const)
      expect(await db.selectFrom(table).where('article_id', '=', id).selectAll().execute()).toEqual([])
  })
})

test('a link is deleted with its options: a new one has none of them', async () => {
  const { id } = await buildArticle(db, { workspace })
  await save(id, { shared: true, password: 'tide-table', isWithSubArticles: true })
  await save(id, { shared: false })
  expect((await save(id, { shared: true })).ok.sharedData).toMatchObject({
    hasPassword: false,
    isWithSubArticles: false,
    expiresAt: null,
  })
})
