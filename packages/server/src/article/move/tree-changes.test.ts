import { subtreeIds, withDescendants, orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import fc from 'fast-check'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { lockArticleRows } from '../article-write.queries.ts'
import { buildArticle, buildDraft, buildVersion, type BuiltArticle } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, viewer] = [await buildMember(db, company), await buildMember(db, company)]
const token = await server.signIn(author, company)
const viewerToken = await server.signIn(viewer, company)

/** Parents by index; an article is under an earlier one or on the top level. */
async function buildTree(parents: readonly (number | null)[]) {
  const workspace = await buildWorkspace(db, { company, owner: author })
  const articles: BuiltArticle[] = []
  for (const parent of parents) {
    articles.push(
      await buildArticle(db, { workspace, author, parent: parent === null ? null : (articles[parent] ?? null) }),
    )
  }
  return { workspace, articles, ids: articles.map(({ id }) => id) }
}

const remove = (id: string, by = token) => server.call('article.remove', { params: { id } }, by)
const archive = (articleIds: string[], isArchived: boolean, by = token) =>
  server.call('article.setArchived', { body: { articleIds, isArchived } }, by)
const orderOf = async (id: string) => (await server.call('workspace.get', { params: { id } }, token)).ok.workspace.order
const archivedIn = async (workspaceId: string) => {
  const { articles } = (await server.call('workspace.browse', { params: { workspaceId } }, token)).ok
  return articles.filter(({ isArchived }) => isArchived).map(({ id }) => id)
}

describe('deleting an article', () => {
  test('deletes its sub-articles and their drafts, and removes them from the order', async () => {
    const { workspace, ids, articles } = await buildTree([null, 0, 1, null])
    const draft = await buildDraft(db, { original: articles[2] ?? null, title: 'Changed' })
    const { ok } = await remove(ids[0] ?? '')
    expect(ok.articleIds.toSorted()).toEqual(ids.slice(0, 3).toSorted())
    expect(ok.workspaceOrder).toEqual([{ value: ids[3], items: [] }])
    expect(await orderOf(workspace.id)).toEqual(ok.workspaceOrder)
    for (const id of ids.slice(0, 3))
      expect((await server.call('article.get', { params: { id } }, token)).status).toBe(404)
    expect((await server.call('draft.get', { params: { id: draft.id } }, token)).status).toBe(404)
    expect(
      (await server.call('article.saveDraft', { params: { id: draft.id }, body: { title: 'x' } }, token)).status,
    ).toBe(404)
    expect((await remove(ids[0] ?? '')).status).toBe(404)
  })

  test('waits for a save of the draft of a sub-article, and neither fails', async () => {
    const { articles, ids } = await buildTree([null, 0])
    const nested = articles[1] ?? null
    const draft = await buildDraft(db, { original: nested, title: 'Changed' })
    // Its row is now behind that of its draft: in table order the draft would be locked first.
    await db
      .updateTable('articles')
      .set({ duration: 0 })
      .where('id', '=', nested?.id ?? '')
      .execute()
    const deletion = await db.transaction().execute(async (trx) => {
      await lockArticleRows(trx, [nested?.id ?? ''])
      const started = remove(ids[0] ?? '')
      await delay(400)
      await lockArticleRows(trx, [draft.id])
      return [started] as const
    })
    expect((await deletion[0]).status).toBe(200)
    expect((await server.call('draft.get', { params: { id: draft.id } }, token)).status).toBe(404)
  })

  test('requires the right to edit articles', async () => {
    const { workspace, ids } = await buildTree([null])
    await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
    expect((await remove(ids[0] ?? '', viewerToken)).status).toBe(403)
    const archived = await buildWorkspace(db, { company, owner: author })
    const article = await buildArticle(db, { workspace: archived })
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', archived.id).execute()
    expect((await remove(article.id)).status).toBe(403)
  })
})

describe('archiving', () => {
  test('includes all sub-articles, and unarchiving brings them back', async () => {
    const { workspace, ids } = await buildTree([null, 0, 1, null])
    const { ok } = await archive([ids[0] ?? ''], true)
    expect(ok.articleIds.toSorted()).toEqual(ids.slice(0, 3).toSorted())
    expect(ok.workspaceOrder).toEqual(await orderOf(workspace.id))
    expect((await archivedIn(workspace.id)).toSorted()).toEqual(ids.slice(0, 3).toSorted())
    await archive([ids[0] ?? ''], false)
    expect(await archivedIn(workspace.id)).toEqual([])
  })

  test('keeps a child that is unarchived under an archived parent visible: it moves to the top level with its sub-articles', async () => {
    const { ids } = await buildTree([null, 0, 1, null])
    const [root = '', child = '', grandchild = '', last = ''] = ids
    await archive([root], true)
    const { ok } = await archive([child], false)
    expect(ok.articleIds.toSorted()).toEqual([child, grandchild].toSorted())
    expect(ok.workspaceOrder).toEqual([
      { value: child, items: [{ value: grandchild, items: [] }] },
      { value: last, items: [] },
      { value: root, items: [] },
    ])
  })

  test('is refused for articles of two workspaces, for invisible ones, and for viewers', async () => {
    const [one, two] = [await buildTree([null]), await buildTree([null])]
    const both = await archive([one.ids[0] ?? '', two.ids[0] ?? ''], true)
    expect([both.status, both.error.code]).toEqual([422, 'unknown_article'])
    expect((await archive([one.ids[0] ?? '', newId()], true)).status).toBe(404)
    await grantWorkspaceRole(db, { workspace: one.workspace, user: viewer, role: 'viewer' })
    expect((await archive([one.ids[0] ?? ''], true, viewerToken)).status).toBe(403)
    expect(await archivedIn(one.workspace.id)).toEqual([])
  })

  test('accepts short ids, and a repeated id once', async () => {
    const { articles } = await buildTree([null])
    const [article] = articles
    const { ok } = await archive([article?.shortId ?? '', article?.id ?? ''], true)
    expect(ok.articleIds).toEqual([article?.id])
  })

  test('makes an article read-only: it is not edited, published or restored, and keeps its versions', async () => {
    const workspace = await buildWorkspace(db, { company, owner: author })
    const article = await buildArticle(db, { workspace, author, title: 'Archived' })
    await buildVersion(db, { article, title: 'Before' })
    const params = { id: article.id }
    const save = (body: object) => server.call('article.save', { params, body }, token)
    const versionParams = { ws: workspace.id, id: article.id, version: '1' }
    const removeVersion = () => server.call('articleVersion.remove', { params: versionParams }, token)
    await archive([article.id], true)
    for (const answer of [
      await server.call('article.saveDraft', { params, body: {} }, token),
      await save({ title: 'Changed' }),
      await save({ title: 'Changed', isPublish: true }),
      await save({ title: 'Before', isPublish: true, isKeepDraft: true, restoresVersion: 1 }),
      await removeVersion(),
    ])
      expect([answer.status, answer.error.code]).toEqual([422, 'article_archived'])
    expect((await server.call('article.get', { params }, token)).ok.article).toMatchObject({
      title: 'Archived',
      draft: null,
      versionsCount: 1,
    })
    await archive([article.id], false)
    expect((await save({ title: 'Changed', isPublish: true })).status).toBe(200)
    expect((await removeVersion()).status).toBe(200)
  })

  test('keeps a draft that was begun before, and what is still typed there; it is published after unarchiving', async () => {
    const { articles } = await buildTree([null])
    const [original = null] = articles
    const draft = await buildDraft(db, { original, title: 'Begun' })
    await archive([original?.id ?? ''], true)
    const params = { id: draft.id }
    expect((await server.call('article.saveDraft', { params, body: { title: 'Typed' } }, token)).status).toBe(200)
    const publish = () => server.call('article.save', { params, body: { isPublish: true } }, token)
    expect((await publish()).error.code).toBe('article_archived')
    await archive([original?.id ?? ''], false)
    expect((await publish()).ok.article).toMatchObject({ id: original?.id, title: 'Typed' })
  })
})

test('whatever is archived, unarchived and deleted: no visible article is under an archived one, and the order holds exactly the existing ones', async () => {
  const parents = fc
    .array(fc.nat(), { minLength: 1, maxLength: 9 })
    .map((picks) => picks.map((pick, index) => (pick % (index + 1) === index ? null : pick % (index + 1))))
  const step = fc.record({
    kind: fc.constantFrom('archive', 'unarchive', 'delete'),
    picks: fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: 3 }),
  })
  await fc.assert(
    fc.asyncProperty(parents, fc.array(step, { maxLength: 5 }), async (tree, steps) => {
      const { workspace, ids } = await buildTree(tree)
      for (const { kind, picks } of steps) {
        const before = await orderOf(workspace.id)
        const present = orderIds(before)
        const chosen = [...new Set(picks.map((pick) => ids[pick % ids.length] ?? ''))].filter((id) =>
          present.includes(id),
        )
        if (chosen.length === 0) continue
        if (kind === 'delete') {
          const id = chosen[0] ?? ''
          const { ok } = await remove(id)
          expect(ok.articleIds.toSorted()).toEqual(subtreeIds(before, id).toSorted())
        } else {
          const { ok } = await archive(chosen, kind === 'archive')
          expect(ok.articleIds.toSorted()).toEqual(withDescendants(before, chosen).toSorted())
        }
        const order = await orderOf(workspace.id)
        const { articles } = (await server.call('workspace.browse', { params: { workspaceId: workspace.id } }, token))
          .ok
        expect(orderIds(order).toSorted()).toEqual(articles.map(({ id }) => id).toSorted())
        const archived = new Set(articles.filter(({ isArchived }) => isArchived).map(({ id }) => id))
        for (const id of archived) {
          for (const under of subtreeIds(order, id)) expect(archived.has(under)).toBe(true)
        }
      }
    }),
    { numRuns: isSoak ? 100 : 8 },
  )
}, 60_000)
