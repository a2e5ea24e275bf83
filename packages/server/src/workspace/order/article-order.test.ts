import { orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { moveOrphansToTop, moveBetweenOrders, insertArticleFirst, removeFromOrder } from '../index.ts'
import { buildWorkspace, grantWorkspaceRole, type BuiltWorkspace } from '../workspace.builder.ts'

const server = await startTestServer()
const { db } = server

const company = await buildCompany(db)
const owner = await buildMember(db, company)
const token = await server.signIn(owner, company)

const leaf = (article: { id: string }): OrderEntry => ({ value: article.id, items: [] })
const under = (article: { id: string }, ...items: OrderEntry[]): OrderEntry => ({ value: article.id, items })

type Made = { workspace: BuiltWorkspace; articles: { id: string; shortId: string }[] }

/** A workspace with these articles on the top level, in this order. */
async function workspaceWith(...overrides: { isArchived?: boolean; duration?: number }[]): Promise<Made> {
  const workspace = await buildWorkspace(db, { company, owner })
  const articles: Made['articles'] = []
  for (const [index, override] of overrides.entries()) {
    articles.push(await buildArticle(db, { workspace, author: owner, title: `Article ${index + 1}`, ...override }))
  }
  await setOrder(workspace, articles.map(leaf))
  return { workspace, articles }
}

const setOrder = (workspace: BuiltWorkspace, order: OrderEntry[]) =>
  db
    .updateTable('workspaces')
    .set({ article_order: JSON.stringify(order), order_revision: 0 })
    .where('id', '=', workspace.id)
    .execute()

const save = (workspace: BuiltWorkspace, order: OrderEntry[], baseRevision?: number, by = token) =>
  server.call('workspace.saveOrder', { params: { id: workspace.id }, body: { order, baseRevision } }, by)

const read = async (workspace: BuiltWorkspace) =>
  (await server.call('workspace.get', { params: { id: workspace.id } }, token)).ok.workspace

describe('saving the article order', () => {
  it('stores the tree, increments its revision and counts as activity', async () => {
    const { workspace, articles } = await workspaceWith({}, {}, {})
    const [a, b, c] = articles as [Made['articles'][0], Made['articles'][0], Made['articles'][0]]
    const before = await read(workspace)
    const { ok } = await save(workspace, [under(c, leaf(a)), leaf(b)], before.orderRevision)
    expect(ok.workspace.order).toEqual([under(c, leaf(a)), leaf(b)])
    expect(ok.workspace.orderRevision).toBe(before.orderRevision + 1)
    expect(ok.workspace.lastActivityAt > before.lastActivityAt).toBe(true)
    expect(await read(workspace)).toEqual(ok.workspace)
  })

  it('accepts short ids as well as uuids', async () => {
    const { workspace, articles } = await workspaceWith({}, {})
    const [a, b] = articles as [Made['articles'][0], Made['articles'][0]]
    const { ok } = await save(workspace, [{ value: b.shortId, items: [{ value: a.id.toUpperCase(), items: [] }] }])
    expect(ok.workspace.order).toEqual([under(b, leaf(a))])
  })

  it('reattaches archived articles under their former parent', async () => {
    const { workspace, articles } = await workspaceWith({}, { isArchived: true }, {})
    const [a, hidden, c] = articles as [Made['articles'][0], Made['articles'][0], Made['articles'][0]]
    await setOrder(workspace, [under(a, leaf(hidden)), leaf(c)])
    const { ok } = await save(workspace, [leaf(c), leaf(a)])
    expect(ok.workspace.order).toEqual([leaf(c), under(a, leaf(hidden))])
  })

  it('drops foreign, deleted and unknown articles and adds missing ones at the end', async () => {
    const { workspace, articles } = await workspaceWith({}, {})
    const [a, b] = articles as [Made['articles'][0], Made['articles'][0]]
    const foreign = await workspaceWith({})
    const { ok } = await save(workspace, [...foreign.articles.map(leaf), { value: 'nothing', items: [] }, leaf(b)])
    expect(ok.workspace.order).toEqual([leaf(b), leaf(a)])
  })

  it('refuses an article under a recording, twice in the tree, or deeper than twenty levels', async () => {
    const { workspace, articles } = await workspaceWith({ duration: 60_000 }, {})
    const [recording, a] = articles as [Made['articles'][0], Made['articles'][0]]
    const many = await workspaceWith(...Array.from({ length: 21 }, () => ({})))
    const chain = many.articles.reduceRight<OrderEntry[]>((items, { id }) => [{ value: id, items }], [])
    const codes = [
      await save(workspace, [under(recording, leaf(a))]),
      await save(workspace, [leaf(a), leaf(recording), leaf(a)]),
      await save(many.workspace, chain),
    ].map(({ status, error }) => [status, error.code])
    expect(codes).toEqual([
      [422, 'order_wrong_parent'],
      [422, 'order_has_cycle'],
      [422, 'order_too_deep'],
    ])
    expect((await read(workspace)).orderRevision).toBe(0)
  })

  it('answers a stale save with the current order', async () => {
    const { workspace, articles } = await workspaceWith({}, {}, {})
    const [a, b, c] = articles as [Made['articles'][0], Made['articles'][0], Made['articles'][0]]
    await save(workspace, [leaf(c), leaf(b), leaf(a)], 0)
    const refusal = await save(workspace, [leaf(b), leaf(a), leaf(c)], 0)
    expect(refusal.status).toBe(409)
    expect(refusal.error).toMatchObject({
      code: 'order_changed',
      order: [leaf(c), leaf(b), leaf(a)],
      orderRevision: 1,
    })
  })

  it('can be repeated by a client that did not receive the response', async () => {
    const { workspace, articles } = await workspaceWith({}, {})
    const [a, b] = articles as [Made['articles'][0], Made['articles'][0]]
    const first = await save(workspace, [leaf(b), leaf(a)], 0)
    const again = await save(workspace, [leaf(b), leaf(a)], 0)
    expect(again.ok.workspace).toEqual(first.ok.workspace)
  })

  it('requires the right to edit articles, and is refused in an archived workspace', async () => {
    const { workspace } = await workspaceWith({})
    const viewer = await buildMember(db, company)
    const editor = await buildMember(db, company)
    await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
    await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
    expect((await save(workspace, [], undefined, await server.signIn(viewer, company))).status).toBe(403)
    expect((await save(workspace, [], undefined, await server.signIn(editor, company))).status).toBe(200)
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
    expect((await save(workspace, [])).error.code).toBe('workspace_archived')
  })

  it('handles a tree of a hundred thousand levels without crashing', async () => {
    const { workspace, articles } = await workspaceWith({}, {})
    const [a, b] = articles as [Made['articles'][0], Made['articles'][0]]
    const levels = 100_000
    const order = `${'[{"value":"x","items":'.repeat(levels)}[${JSON.stringify(leaf(b))}]${'}]'.repeat(levels)}`
    const response = await fetch(`${server.url}/api/workspace/${workspace.id}/articles-order`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `{"order":${order}}`,
    })
    expect(response.status).toBe(200)
    expect((await read(workspace)).order).toEqual([leaf(b), leaf(a)])
  })

  it.each([
    ['not a tree', 'all of them'],
    ['an entry without items', [{ value: 'a' }]],
    ['an entry that is nothing', [null]],
    ['an id that is no text', [{ value: 1, items: [] }]],
    ['an id that is too long', [{ value: 'x'.repeat(65), items: [] }]],
    ['items that are no list', [{ value: 'a', items: {} }]],
  ])('refuses %s', async (_, order) => {
    const { workspace } = await workspaceWith({})
    const refusal = await save(workspace, order as OrderEntry[])
    expect(refusal.status).toBe(422)
    expect(refusal.error.errors).toEqual([{ field: 'order', message: 'The order cannot be read' }])
  })
})

describe('the order of the articles', () => {
  it('loses none of many that are published concurrently', async () => {
    const { workspace, articles } = await workspaceWith(...Array.from({ length: 12 }, () => ({})))
    await setOrder(workspace, [])
    await Promise.all(
      articles.map(({ id }) => db.transaction().execute((trx) => insertArticleFirst(trx, workspace.id, id, null))),
    )
    const { order, orderRevision } = await read(workspace)
    expect(orderIds(order).toSorted()).toEqual(articles.map(({ id }) => id).toSorted())
    expect(orderRevision).toBe(12)
  })

  it('gets a new article at the top of its level and keeps one that is already in it', async () => {
    const { workspace, articles } = await workspaceWith({}, {}, {})
    const [a, b, c] = articles as [Made['articles'][0], Made['articles'][0], Made['articles'][0]]
    await setOrder(workspace, [under(a, leaf(b))])
    const insert = (parentId: string | null) =>
      db.transaction().execute((trx) => insertArticleFirst(trx, workspace.id, c.id, parentId))
    expect(await insert(a.id)).toEqual([under(a, leaf(c), leaf(b))])
    expect(await insert(null)).toEqual([under(a, leaf(c), leaf(b))])
  })

  it('loses removed articles, and unarchived ones move to the top level if their parent stays archived', async () => {
    const { workspace, articles } = await workspaceWith({}, {}, {})
    const [a, b, c] = articles as [Made['articles'][0], Made['articles'][0], Made['articles'][0]]
    await setOrder(workspace, [leaf(c), under(a, leaf(b))])
    const lifted = await db
      .transaction()
      .execute((trx) => moveOrphansToTop(trx, workspace.id, [b.id], (id) => id === a.id))
    expect(lifted).toEqual([leaf(b), leaf(c), leaf(a)])
    const left = await db.transaction().execute((trx) => removeFromOrder(trx, workspace.id, [c.id, a.id]))
    expect(left).toEqual([leaf(b)])
  })

  it('follows an article that moves with its sub-articles, also when two move in opposite directions concurrently', async () => {
    const one = await workspaceWith({}, {})
    const other = await workspaceWith({}, {})
    const [a, b] = one.articles as [Made['articles'][0], Made['articles'][0]]
    const [x, y] = other.articles as [Made['articles'][0], Made['articles'][0]]
    await setOrder(one.workspace, [under(a, leaf(b))])
    await setOrder(other.workspace, [under(x, leaf(y))])
    const move = (articleId: string, from: Made, to: Made) =>
      db
        .transaction()
        .execute((trx) => moveBetweenOrders(trx, { articleId, fromId: from.workspace.id, toId: to.workspace.id }))
    await Promise.all([move(a.id, one, other), move(x.id, other, one)])
    expect((await read(one.workspace)).order).toEqual([under(x, leaf(y))])
    expect((await read(other.workspace)).order).toEqual([under(a, leaf(b))])
  })
})
