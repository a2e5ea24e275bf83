/** Whatever is done with articles, none is lost, none is duplicated, and none ends up where it cannot be seen. */
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { orderIds, parentsOf } from '@knowreel/shared/workspace/order-tree.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArticle, type BuiltArticle } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const [here, there] = [await buildCompany(db), await buildCompany(db)]
const person = await buildMember(db, here)
await buildMember(db, there, { user: person })
const tokens = new Map([
  [here.id, await server.signIn(person, here)],
  [there.id, await server.signIn(person, there)],
])

const operations = ['merge', 'transfer', 'duplicate', 'archive', 'unarchive'] as const
const steps = fc.array(fc.record({ kind: fc.constantFrom(...operations), one: fc.nat(), other: fc.nat() }), {
  minLength: 3,
  maxLength: 8,
})

async function buildWorkspaces() {
  const owner = person
  const workspaces = [
    await buildWorkspace(db, { company: here, owner }),
    await buildWorkspace(db, { company: here, owner }),
    await buildWorkspace(db, { company: there, owner }),
  ]
  const articles: BuiltArticle[] = []
  for (const [index, workspace] of workspaces.entries()) {
    for (let at = 0; at < 4; at++) {
      const parent = at === 0 ? null : (articles.at(-1) ?? null)
      articles.push(await buildArticle(db, { workspace, parent, title: `${index} ${at}` }))
    }
  }
  return { workspaces, articles }
}

const readPlacement = (workspaceIds: readonly string[]) =>
  db
    .selectFrom('articles')
    .where('workspace_id', 'in', workspaceIds)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(['id', 'company_id as companyId', 'workspace_id as workspaceId', 'is_archived as isArchived'])
    .orderBy('id')
    .execute()

test('merging, transferring, duplicating and archiving lose no article, duplicate none and create no cycle', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const { workspaces } = await buildWorkspaces()
      const ids = workspaces.map(({ id }) => id)
      for (const { kind, one, other } of chosen) {
        const before = await readPlacement(ids)
        const article = before[one % before.length]
        if (article === undefined) return
        const token = tokens.get(article.companyId)
        const { status, more } = await act(kind, article, { token, before, other, workspaces })
        expect(status, kind).toBeLessThan(500)
        const after = await readPlacement(ids)
        expect(after.length, kind).toBe(before.length + (status === 200 ? more : 0))
        await expectWhole(workspaces, after)
      }
    }),
    { numRuns: isSoak ? 50 : 4 },
  )
}, 240_000)

type Placement = Awaited<ReturnType<typeof readPlacement>>
type Around = {
  token: string | undefined
  before: Placement
  other: number
  workspaces: Awaited<ReturnType<typeof buildWorkspaces>>['workspaces']
}

/** The status of the response, and how many articles were added. */
async function act(
  kind: (typeof operations)[number],
  article: Placement[number],
  { token, before, other, workspaces }: Around,
): Promise<{ status: number; more: number }> {
  const { id: articleId } = article
  switch (kind) {
    case 'merge': {
      const targetId = before[other % before.length]?.id ?? ''
      return { status: (await server.call('article.merge', { body: { articleId, targetId } }, token)).status, more: -1 }
    }
    case 'duplicate':
      return { status: (await server.call('article.duplicate', { body: { articleId } }, token)).status, more: 1 }
    case 'transfer': {
      const index = other % workspaces.length
      const body = { companyId: (index === 2 ? there : here).id, workspaceId: workspaces[index]?.id ?? '' }
      return {
        status: (await server.call('article.transfer', { params: { id: articleId }, body }, token)).status,
        more: 0,
      }
    }
    case 'archive':
    case 'unarchive': {
      const body = { articleIds: [articleId], isArchived: kind === 'archive' }
      return { status: (await server.call('article.setArchived', { body }, token)).status, more: 0 }
    }
  }
}

async function expectWhole(workspaces: Around['workspaces'], articles: Placement): Promise<void> {
  for (const { id } of workspaces) {
    const { order } = await db
      .selectFrom('workspaces')
      .where('id', '=', id)
      .select('article_order as order')
      .executeTakeFirstOrThrow()
    const own = articles.filter(({ workspaceId }) => workspaceId === id)
    expect(orderIds(order).toSorted()).toEqual(own.map((article) => article.id).toSorted())
    const isArchived = new Map(own.map((article) => [article.id, article.isArchived]))
    for (const [child, parent] of parentsOf(order))
      if (parent !== null && isArchived.get(parent)) expect(isArchived.get(child)).toBe(true)
  }
}

const words = fc.array(fc.constantFrom('meter', 'gateway', '<b>', '&', 'Ä', '🙂', '\u200f', 'x'), { maxLength: 6 })
const text = words.map((parts) => parts.join(' '))
const contents = fc.record({
  title: text.map((title) => `T ${title}`),
  tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
  tabs: fc.array(fc.record({ title: text, text }), { maxLength: 3 }),
  pinned: fc.nat(),
})

test('restoring a version and then the content before it gives the same article, whatever it contains', async () => {
  const workspace = await buildWorkspace(db, { company: here, owner: person })
  const token = tokens.get(here.id)
  await fc.assert(
    fc.asyncProperty(contents, contents, async (first, second) => {
      const article = await buildArticle(db, { workspace })
      const params = { id: article.id }
      const publish = async (body: ArticleInput & { isKeepDraft?: boolean; restoresVersion?: number }) => {
        const answer = await server.call('article.save', { params, body: { ...body, isPublish: true } }, token)
        return answer.ok.article
      }
      const inputOf = ({ title, tags, tabs, pinned }: typeof first): ArticleInput => {
        const textTabs = tabs.map((tab) => ({ ...tab, id: newKey(), text: `<p>${escaped(tab.text)}</p>` }))
        return { title, tags, textTabs, pinnedNote: textTabs[pinned % 4]?.id ?? null }
      }
      const restore = async (version: number) => {
        const params = { ws: workspace.id, id: article.id, version: String(version) }
        const { article: content } = (await server.call('articleVersion.get', { params }, token)).ok
        const { title, tags, textTabs, pinnedNote } = content
        await publish({ title, tags, textTabs, pinnedNote, isKeepDraft: true, restoresVersion: version })
        await server.call('articleVersion.remove', { params }, token)
        return content
      }
      const before = await publish(inputOf(first))
      const now = await publish(inputOf(second))
      fc.pre(before.hash !== now.hash)
      const versions = async () =>
        (await server.call('articleVersion.list', { params: { ws: workspace.id, id: article.id } }, token)).ok.versions
      await restore((await versions())[0]?.version ?? 0)
      const restored = (await server.call('article.get', { params }, token)).ok.article
      expect(restored.hash).toBe(before.hash)
      await restore((await versions())[0]?.version ?? 0)
      const again = (await server.call('article.get', { params }, token)).ok.article
      expect(again).toMatchObject({ hash: now.hash, title: now.title, tags: now.tags, pinnedNote: now.pinnedNote })
      expect(again.textTabs.map(({ id, text: html }) => [id, html])).toEqual(
        now.textTabs.map(({ id, text: html }) => [id, html]),
      )
    }),
    { numRuns: isSoak ? 30 : 3 },
  )
}, 240_000)

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
