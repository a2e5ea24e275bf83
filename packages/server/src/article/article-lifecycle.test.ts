// Several people apply every article operation in random sequences. A model that knows only words predicts which
// article and which version holds which word.
import { newKey } from '@knowreel/shared/identity/ids.ts'
import {
  findEntry,
  insertEntry,
  orderIds,
  removeEntries,
  subtreeIds,
} from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInconsistencies, readLibrary, type LibraryState } from '../../test/access/article-state.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole, type BuiltWorkspace } from '../workspace/workspace.builder.ts'
import { buildArticle } from './article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const elsewhere = await buildCompany(db)
/**
 * One person works in both companies, one in both workspaces of the first, one has access to the first workspace only.
 */
const everywhere = await buildMember(db, company)
await buildMember(db, elsewhere, { user: everywhere })
const [inBoth, inOne] = [await buildMember(db, company), await buildMember(db, company)]
const tokens = {
  everywhere: await server.signIn(everywhere, company),
  everywhereElse: await server.signIn(everywhere, elsewhere),
  inBoth: await server.signIn(inBoth, company),
  inOne: await server.signIn(inOne, company),
}
const people = Object.values(tokens)

const kinds = [
  'create',
  'createUnder',
  'reorder',
  'duplicate',
  'merge',
  'transfer',
  'archive',
  'unarchive',
  'delete',
  'publish',
  'saveDraft',
  'discard',
  'restore',
  'deleteVersion',
] as const
type Kind = (typeof kinds)[number]
type Step = { kind: Kind; who: number; a: number; b: number }

type Content = { title: string; words: string[] }
/** A draft holds the words at the time it was created, whatever is restored afterwards. */
type Known = { now: Content; draftWords: string[] | null; versions: Map<number, Content>; lastVersion: number }

const succeeded = new Map<Kind, number>()
let nextName = 0
const newName = () => `w${(nextName += 1)}`
const wordsOf = (text: string) => (text.match(/\bw\d+\b/g) ?? []).toSorted()
const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)]

const expectSame = (found: unknown, wanted: unknown) => expect(found).toEqual(wanted)

class Library {
  readonly workspaces: readonly BuiltWorkspace[]
  readonly living = new Map<string, Known>()
  constructor(workspaces: readonly BuiltWorkspace[]) {
    this.workspaces = workspaces
  }

  read = (): Promise<LibraryState> =>
    readLibrary(
      db,
      this.workspaces.map(({ id }) => id),
    )

  keepVersion(id: string): void {
    const known = this.living.get(id)
    if (known === undefined) return
    known.lastVersion += 1
    known.versions.set(known.lastVersion, known.now)
  }

  /** Returns the status of the response; the model follows on success. */
  async perform({ kind, who, a, b }: Step): Promise<number> {
    const by = people[who] ?? tokens.everywhere
    const ids = [...this.living.keys()]
    const id = pickFrom(ids, a) ?? ''
    const other = pickFrom(ids, b) ?? ''
    const target = pickFrom(this.workspaces, b)
    if (target === undefined || (kind !== 'create' && id === '')) return 404
    const [known, orders] = [this.living.get(id), await this.orders()]
    const orderOf = (articleId: string) => orders.find((order) => findEntry(order, articleId) !== null) ?? []
    switch (kind) {
      case 'create':
      case 'createUnder': {
        const [title, word] = [newName(), newName()]
        const answer = await server.call(
          'article.save',
          {
            params: { id: 'new' },
            body: {
              title,
              workspace: target.id,
              parentArticle: kind === 'createUnder' ? id : null,
              textTabs: [{ id: newKey(), title: 'Note', text: `<p>${word}</p>` }],
              isPublish: true,
            },
          },
          by,
        )
        if (answer.status === 200)
          this.living.set(answer.ok.article.id, {
            now: { title, words: [word] },
            draftWords: null,
            versions: new Map(),
            lastVersion: 0,
          })
        return answer.status
      }
      case 'reorder': {
        const order = orderOf(id)
        const workspace = this.workspaces[orders.indexOf(order)] ?? target
        const next = nest(order, id, { under: b % 3 === 0 ? null : other, index: a })
        const body = { order: next }
        return (await server.call('workspace.saveOrder', { params: { id: workspace.id }, body }, by)).status
      }
      case 'duplicate': {
        const answer = await server.call('article.duplicate', { body: { articleId: id } }, by)
        if (answer.status === 200 && known)
          this.living.set(answer.ok.article.id, {
            now: { title: `Copy of ${known.now.title}`, words: known.now.words },
            draftWords: null,
            versions: new Map(),
            lastVersion: 0,
          })
        return answer.status
      }
      case 'merge': {
        const target = this.living.get(other)
        const { status } = await server.call('article.merge', { body: { articleId: id, targetId: other } }, by)
        if (status === 200 && target && known) {
          this.keepVersion(other)
          target.now = { ...target.now, words: [...known.now.words, ...target.now.words].toSorted() }
          this.living.delete(id)
        }
        return status
      }
      case 'transfer': {
        const body = { companyId: target.companyId, workspaceId: target.id }
        const answer = await server.call('article.transfer', { params: { id }, body }, by)
        if (answer.status === 200 && orders[this.workspaces.indexOf(target)] !== orderOf(id))
          expectSame(answer.ok.articleIds.toSorted(), subtreeIds(orderOf(id), id).toSorted())
        return answer.status
      }
      case 'archive':
      case 'unarchive': {
        const body = { articleIds: [id], isArchived: kind === 'archive' }
        return (await server.call('article.setArchived', { body }, by)).status
      }
      case 'delete': {
        const answer = await server.call('article.remove', { params: { id } }, by)
        if (answer.status === 200) {
          expectSame(answer.ok.articleIds.toSorted(), subtreeIds(orderOf(id), id).toSorted())
          for (const gone of answer.ok.articleIds) this.living.delete(gone)
        }
        return answer.status
      }
      case 'publish': {
        const title = newName()
        const { status } = await server.call(
          'article.save',
          { params: { id }, body: { title, isPublish: true, isNotification: b % 2 === 0 } },
          by,
        )
        if (status === 200 && known) {
          this.keepVersion(id)
          known.now = { title, words: known.draftWords ?? known.now.words }
          known.draftWords = null
        }
        return status
      }
      case 'saveDraft': {
        const { status } = await server.call('article.saveDraft', { params: { id }, body: { title: newName() } }, by)
        if (status === 200 && known) known.draftWords ??= known.now.words
        return status
      }
      case 'discard': {
        const draft = (await this.read()).articles.find(({ originalId, isDeleted }) => originalId === id && !isDeleted)
        if (draft === undefined) return 404
        const { status } = await server.call('draft.discard', { params: { id: draft.id }, body: {} }, by)
        if (status === 200 && known) known.draftWords = null
        return status
      }
      case 'restore':
      case 'deleteVersion': {
        const ws = this.workspaces[orders.indexOf(orderOf(id))]?.id ?? target.id
        const version = pickFrom([...(known?.versions.keys() ?? [])], b)
        if (known === undefined || version === undefined) return 404
        const params = { ws, id, version: String(version) }
        if (kind === 'deleteVersion') {
          const { status } = await server.call('articleVersion.remove', { params }, by)
          if (status === 200) known.versions.delete(version)
          return status
        }
        const answer = await server.call('articleVersion.get', { params }, by)
        if (answer.status !== 200) return answer.status
        const { title, tags, textTabs, pinnedNote, paragraphs } = answer.ok.article
        const content = { title, tags, textTabs, pinnedNote, paragraphs }
        const flags = { isPublish: true, isKeepDraft: true, restoresVersion: version }
        const { status } = await server.call('article.save', { params: { id }, body: { ...content, ...flags } }, by)
        const kept = known.versions.get(version)
        if (status === 200 && kept) {
          this.keepVersion(id)
          known.now = kept
          expectSame((await server.call('articleVersion.remove', { params }, by)).status, 200)
          known.versions.delete(version)
        }
        return status
      }
    }
  }

  orders = async (): Promise<OrderEntry[][]> => {
    const { workspaces } = await this.read()
    return this.workspaces.map(({ id }) => workspaces.find((one) => one.id === id)?.order ?? [])
  }
}

/** Tries any position, also invalid ones: under itself, or too deep. */
function nest(order: readonly OrderEntry[], id: string, { under, index }: { under: string | null; index: number }) {
  const entry = findEntry(order, id)
  if (entry === null) return [...order]
  const isPossible = under === null || (findEntry(order, under) !== null && findEntry([entry], under) === null)
  if (!isPossible) return [...order, entry]
  const rest = removeEntries(order, orderIds([entry]))
  return insertEntry(rest, entry, { parentId: under, index: index % 3 })
}

async function buildLibrary(): Promise<Library> {
  const [one, two, third] = [
    await buildWorkspace(db, { company, owner: everywhere, title: 'One' }),
    await buildWorkspace(db, { company, owner: everywhere, title: 'Two' }),
    await buildWorkspace(db, { company: elsewhere, owner: everywhere, title: 'Three' }),
  ]
  for (const workspace of [one, two]) await grantWorkspaceRole(db, { workspace, user: inBoth, role: 'editor' })
  await grantWorkspaceRole(db, { workspace: one, user: inOne, role: 'editor' })
  const library = new Library([one, two, third])
  const known = (title: string, words: string[]) => ({
    now: { title, words },
    draftWords: null,
    versions: new Map(),
    lastVersion: 0,
  })
  for (const duration of [0, 0, 60_000]) {
    const [title, word] = [newName(), newName()]
    const textTabs = [{ title: 'Note', text: word }]
    const article = await buildArticle(db, { workspace: one, title, textTabs, duration })
    library.living.set(article.id, known(title, [word]))
  }
  return library
}

function expectModel(library: Library, state: LibraryState): void {
  const living = state.articles.filter((row) => row.isPublished && !row.isDeleted && row.originalId === null)
  expect(living.map(({ id }) => id).toSorted()).toEqual([...library.living.keys()].toSorted())
  for (const { id, title, text, versions, lastVersion } of living) {
    const known = library.living.get(id)
    expect([title, wordsOf(text)]).toEqual([known?.now.title, known?.now.words])
    expect(lastVersion).toBe(known?.lastVersion)
    expect(versions.map(({ version, title: name, text: json }) => [version, name, wordsOf(json)])).toEqual(
      [...(known?.versions ?? [])].map(([version, content]) => [version, content.title, content.words]),
    )
  }
}

/** The person with access to the first workspace only learns nothing about the others, under any id. */
async function expectHidden({ articles, workspaces }: LibraryState): Promise<void> {
  const reachable = { inOne: ['One'], inBoth: ['One', 'Two'], everywhereElse: ['Three'] } as const
  const titleOf = new Map(workspaces.map(({ id, title }) => [id, title]))
  for (const who of ['inOne', 'inBoth', 'everywhereElse'] as const) {
    const listed = (await server.call('article.list', { query: { page: 1 } }, tokens[who])).ok.articles
    for (const { id, workspaceId, isPublished, isDeleted, originalId } of articles) {
      const mayRead = reachable[who].some((title) => title === titleOf.get(workspaceId ?? '')) && !isDeleted
      if (mayRead && isPublished && originalId === null) continue
      expect(listed.some((article) => article.id === id)).toBe(false)
      expect((await server.call('article.get', { params: { id } }, tokens[who])).status).toBe(404)
      if (mayRead) continue
      expect([404]).toContain((await server.call('draft.get', { params: { id } }, tokens[who])).status)
    }
  }
}

test('whatever several people do to articles: none is lost or duplicated, every word and version is where it belongs, and hidden ones stay hidden', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.constantFrom(0, 0, 0, 1, 2, 3),
    a: fc.nat({ max: 30 }),
    b: fc.nat({ max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
      const library = await buildLibrary()
      let former = await library.read()
      // A version to restore exists from the beginning.
      const published = [0, 1, 2].map((a) => ({ kind: 'publish' as const, who: 0, a, b: 0 }))
      for (const performed of [...published, ...steps]) {
        const status = await library.perform(performed)
        expect([200, 403, 404, 409, 422], JSON.stringify(performed)).toContain(status)
        if (status === 200) succeeded.set(performed.kind, (succeeded.get(performed.kind) ?? 0) + 1)
        const state = await library.read()
        expect(findInconsistencies(state, former), JSON.stringify(performed)).toEqual([])
        former = state
        expectModel(library, state)
      }
      await expectHidden(await library.read())
    }),
    { numRuns: isSoak ? 40 : 4 },
  )
  // A sequence in which everything is refused would prove nothing.
  const refused = kinds.filter((kind) => !succeeded.has(kind))
  expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(isSoak ? 0 : kinds.length / 2)
}, 180_000)
