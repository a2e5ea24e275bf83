/**
 * Two people change the same articles of two companies concurrently: no article is lost, duplicated or out of reach.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInconsistencies, readLibrary, type LibraryState } from '../../test/access/article-state.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, type BuiltArticle } from './article.builder.ts'

const server = await startTestServer()
const { db } = server
const [here, there] = [await buildCompany(db), await buildCompany(db)]
const companies = [here, there]
const people = [await buildMember(db, here), await buildMember(db, here)]
for (const user of people) await buildMember(db, there, { user })
/** By person and company. */
const tokens = await Promise.all(
  people.map(
    async (user) =>
      new Map(
        await Promise.all(companies.map(async (company) => [company.id, await server.signIn(user, company)] as const)),
      ),
  ),
)

const kinds = [
  'merge',
  'transfer',
  'transfer',
  'duplicate',
  'archive',
  'unarchive',
  'delete',
  'publish',
  'draft',
  'order',
] as const
type Step = { kind: (typeof kinds)[number]; one: number; other: number }
const step: fc.Arbitrary<Step> = fc.record({ kind: fc.constantFrom(...kinds), one: fc.nat(), other: fc.nat() })
const rounds = fc.array(fc.tuple(step, step), { minLength: 3, maxLength: 6 })

async function buildWorkspaces() {
  const workspaces = []
  for (const company of [here, here, there]) {
    const workspace = await buildWorkspace(db, { company, owner: people[0] })
    await grantWorkspaceRole(db, { workspace, user: people[1] ?? { id: '' }, role: 'editor' })
    const articles: BuiltArticle[] = []
    for (const [at, parent] of [null, 0, 1, null, 3].entries())
      articles.push(
        await buildArticle(db, {
          workspace,
          title: `Article ${at}`,
          parent: parent === null ? null : (articles[parent] ?? null),
        }),
      )
    await buildDraft(db, { original: articles[1] ?? null, title: 'Changed' })
    workspaces.push(workspace)
  }
  return workspaces
}

type Around = { before: LibraryState; workspaces: Awaited<ReturnType<typeof buildWorkspaces>> }
type Done = { status: number; gone: readonly string[]; more: number }

const livingIn = ({ articles }: LibraryState) =>
  articles.filter(({ isPublished, isDeleted, originalId }) => isPublished && !isDeleted && originalId === null)

/** The status, the articles that left, and the number that came. */
async function act(person: number, { kind, one, other }: Step, { before, workspaces }: Around): Promise<Done> {
  const living = livingIn(before)
  const article = living[one % living.length]
  const second = living[other % living.length]
  if (article === undefined || second === undefined) return { status: 200, gone: [], more: 0 }
  const token = tokens[person]?.get(article.companyId)
  const params = { id: article.id }
  const plain = ({ status }: { status: number }): Done => ({ status, gone: [], more: 0 })
  switch (kind) {
    case 'merge': {
      const { status } = await server.call(
        'article.merge',
        { body: { articleId: article.id, targetId: second.id } },
        token,
      )
      return { status, gone: status === 200 ? [article.id] : [], more: 0 }
    }
    case 'duplicate': {
      const { status } = await server.call('article.duplicate', { body: { articleId: article.id } }, token)
      return { status, gone: [], more: status === 200 ? 1 : 0 }
    }
    case 'delete': {
      const answer = await server.call('article.remove', { params }, token)
      return { status: answer.status, gone: answer.status === 200 ? answer.ok.articleIds : [], more: 0 }
    }
    case 'transfer': {
      const to = workspaces[other % workspaces.length]
      const body = { companyId: to?.companyId ?? '', workspaceId: to?.id ?? '' }
      return plain(await server.call('article.transfer', { params, body }, token))
    }
    case 'archive':
    case 'unarchive':
      return plain(
        await server.call(
          'article.setArchived',
          { body: { articleIds: [article.id], isArchived: kind === 'archive' } },
          token,
        ),
      )
    case 'publish':
      return plain(
        await server.call('article.save', { params, body: { title: `Again ${one}`, isPublish: true } }, token),
      )
    case 'draft':
      return plain(await server.call('article.saveDraft', { params, body: { title: `Draft ${one}` } }, token))
    case 'order': {
      // The last article comes first, with its whole subtree.
      const workspace = before.workspaces.find(({ id }) => id === article.workspaceId)
      const order = [...(workspace?.order.slice(-1) ?? []), ...(workspace?.order.slice(0, -1) ?? [])]
      return plain(
        await server.call('workspace.saveOrder', { params: { id: article.workspaceId ?? '' }, body: { order } }, token),
      )
    }
  }
}

test('whatever two people do concurrently, every article has one position in one company', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (chosen) => {
      const workspaces = await buildWorkspaces()
      const ids = workspaces.map(({ id }) => id)
      for (const steps of chosen) {
        const before = await readLibrary(db, ids)
        const done = await Promise.all(steps.map((each, person) => act(person, each, { before, workspaces })))
        const names = steps.map(({ kind }) => kind).join(' and ')
        for (const { status } of done) expect(status, names).toBeLessThan(500)
        const after = await readLibrary(db, ids)
        expect(findInconsistencies(after, before), names).toEqual([])
        const gone = done.flatMap((each) => each.gone)
        expect(new Set(gone).size, `${names} took an article away once`).toBe(gone.length)
        const expected = livingIn(before).filter(({ id }) => !gone.includes(id))
        const left = livingIn(after).map(({ id }) => id)
        expect(left, names).toEqual(expect.arrayContaining(expected.map(({ id }) => id)))
        expect(left.length, names).toBe(expected.length + done.reduce((sum, { more }) => sum + more, 0))
      }
    }),
    { numRuns: isSoak ? 30 : 2 },
  )
}, 240_000)
