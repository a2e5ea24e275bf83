/**
 * Random changes of memberships, roles, shares, archives, moves and deletions; after each, everything that a search shows
 * to each persona equals what the persona may read according to the calls that open articles and workspaces and list drafts.
 */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { SearchCategory, SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { expect, test } from 'vitest'
import { createRandom } from '../../test/access/random-requests.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { companyOf, type SignedIn } from '../../test/world.ts'
import { indexBatch } from './index/indexer.ts'
import type { TimedTextSource } from './index/timed-text.ts'
import { buildSearchedWorld, signedIn } from './search-permissions.fixture.ts'

const rounds = Number(process.env['ORACLE_ROUNDS'] ?? (isSoak ? 120 : 3))
const seed = Number(process.env['ORACLE_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 7))
/** Random changes before each comparison. */
const changesPerRound = 5

const server = await startTestServer()
const { db } = server
const chance = createRandom(seed)
const { world, workspaces, chosenWorkspaceId, articles, tokens, changes } = await buildSearchedWorld(server, chance)
const { people } = world

/** Every recording says the same word. */
const speech: TimedTextSource = {
  kind: 'speech',
  versionsOf: (_db, ids) => Promise.resolve(new Map(ids.map((id) => [id, '1']))),
  readSpans: (_db, ids) => Promise.resolve(ids.map((videoId) => ({ videoId, start: 0, end: 900, text: 'platypus' }))),
}

type Wanted = {
  /** Published, and archived by nobody. */
  readonly articles: readonly { readonly id: string; readonly workspaceId: string }[]
  readonly drafts: readonly string[]
  /** Those that are found by the word, with the number of their articles. */
  readonly named: readonly string[]
  /** Ids of all that the persona sees, archived or not. */
  readonly workspaces: ReadonlySet<string>
}

async function wantedBy(persona: SignedIn, token: string): Promise<Wanted> {
  const ofCompany = await db
    .selectFrom('workspaces')
    .select('id')
    .where('company_id', '=', companyOf(world, persona).id)
    .execute()
  const openWorkspaces = await Promise.all(
    [...new Set([...workspaces, ...ofCompany].map(({ id }) => id))].map(async (id) => {
      const { status } = await server.call('workspace.get', { params: { id } }, token)
      return status === 200 ? [id] : []
    }),
  )
  const visible = new Set(openWorkspaces.flat())
  const readable = await readableArticles(persona, token)
  const named = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', [...visible, newId()])
    .where('company_id', '=', companyOf(world, persona).id)
    .where('is_archived', '=', false)
    .where('title', 'like', 'The quokka%')
    .execute()
  return {
    articles: readable,
    drafts: await listedDrafts(token),
    named: named.map(({ id }) => `${id} ${readable.filter(({ workspaceId }) => workspaceId === id).length}`),
    workspaces: visible,
  }
}

/** Published articles that the persona reads in their own company and that nobody has archived. */
async function readableArticles(persona: SignedIn, token: string): Promise<Wanted['articles']> {
  const rows = await db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where('a.published_at', 'is not', null)
    .where('a.is_archived', '=', false)
    .where('w.is_archived', '=', false)
    .where('a.company_id', '=', companyOf(world, persona).id)
    .where('a.title', 'like', 'Quokka%')
    .select(['a.id', 'w.id as workspaceId'])
    .execute()
  const checked = await Promise.all(
    rows.map(async (row) => {
      const isOpen = (await server.call('article.get', { params: { id: row.id }, query: {} }, token)).status === 200
      return isOpen || (await isSharedWith(row.id, people[persona].id)) ? [row] : []
    }),
  )
  return checked.flat()
}

/** Read through the private link, not through the workspace. */
async function isSharedWith(articleId: string, userId: string): Promise<boolean> {
  const shares = await db
    .selectFrom('article_shares as s')
    .innerJoin('articles as a', 'a.id', 's.article_id')
    .leftJoin('group_members as m', 'm.group_id', 's.group_id')
    .where('s.article_id', '=', articleId)
    .where('a.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('s.user_id', '=', userId), eb('m.user_id', '=', userId)]))
    .select('s.id')
    .execute()
  return shares.length > 0
}

async function listedDrafts(token: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { articles: drafts } = (await server.call('draft.list', { query: { page: String(page) } }, token)).ok
    ids.push(...drafts.filter(({ title }) => title === 'Quokka draft').map(({ id }) => id))
    if (drafts.length < 20) return ids
  }
}

const pageSize = 15
let searches = 0
let lookups = 0

async function findAll(token: string, category: SearchCategory, q: string): Promise<SearchResult[]> {
  const found: SearchResult[] = []
  for (let page = 1; ; page++) {
    const { ok } = await server.call('search.global', { params: { q }, query: { category, page: String(page) } }, token)
    const results = ok[category] ?? []
    found.push(...results)
    if (results.length < pageSize) return found
  }
}

const nameOf = ({ category, articleId, draftId, workspace, title, count }: SearchResult): string =>
  category === 'tag' ? title : category === 'workspace' ? `${workspace?.id} ${count}` : (articleId ?? draftId ?? '')

const tagsOf = (readable: Wanted['articles']): string[] =>
  readable.length === 0
    ? []
    : ['quokka', ...readable.map(({ id }) => articles.find((article) => article.id === id)?.tag ?? '')]

type Expected = { readonly category: SearchCategory; readonly q: string; readonly names: readonly string[] }

function expectationsOf({ articles: readable, drafts, named, workspaces: visible }: Wanted): Expected[] {
  const ids = readable.map(({ id }) => id)
  const inChosen = readable.filter(
    ({ workspaceId }) => workspaceId === chosenWorkspaceId && visible.has(chosenWorkspaceId),
  )
  return [
    { category: 'workspace', q: 'quokka', names: named },
    { category: 'article', q: 'quokka', names: ids },
    { category: 'article', q: 'quokka in:"quokka of public"', names: inChosen.map(({ id }) => id) },
    { category: 'draft', q: 'quokka', names: drafts },
    { category: 'paragraph', q: 'quokka', names: ids },
    { category: 'tag', q: 'quokka', names: tagsOf(readable) },
    { category: 'draftNotes', q: 'quokka', names: drafts },
    { category: 'articleNotes', q: 'quokka', names: ids },
    // In an attachment.
    { category: 'articleNotes', q: 'wombat', names: ids },
    { category: 'articleNotes', q: 'Is quokka marsupial?', names: ids },
    { category: 'articleVideo', q: 'platypus', names: ids },
    { category: 'draftVideo', q: 'platypus', names: drafts },
  ]
}

/** A result must not mention what the persona does not see. */
async function checkMentions(results: readonly SearchResult[], wanted: Wanted, context: string): Promise<void> {
  const seen = new Set([...wanted.articles.map(({ id }) => id), ...wanted.drafts])
  const parents = new Set<string>()
  for (const { articleId, draftId, workspace, parentWorkspace, parentArticle, category, count, title } of results) {
    const subject = articleId ?? draftId
    if (subject !== null && category !== 'tag') expect(seen, context).toContain(subject)
    for (const shown of [workspace, parentWorkspace]) if (shown) expect(wanted.workspaces, context).toContain(shown.id)
    if (parentArticle) parents.add(parentArticle.id)
    // Every readable article has this tag.
    if (category === 'tag' && title === 'quokka') expect(count, context).toBeLessThanOrEqual(wanted.articles.length)
  }
  if (parents.size === 0) return
  const above = await db
    .selectFrom('articles')
    .select(['workspace_id', 'deleted_at'])
    .where('id', 'in', [...parents])
    .execute()
  for (const parent of above) {
    expect(parent.deleted_at, context).toBeNull()
    expect(wanted.workspaces, context).toContain(parent.workspace_id)
  }
}

const sorted = (names: readonly string[]) => names.toSorted()

type Visitor = { readonly persona: SignedIn; readonly remembered: readonly string[] }

/** Refused to people who are deactivated or removed. */
async function isRefused(persona: SignedIn): Promise<boolean> {
  const token = tokens.get(persona) ?? null
  if (persona !== 'deactivated' && token !== null) return false
  const { status } = await server.call('search.global', { params: { q: 'quokka' } }, token ?? 'ended')
  expect(status, persona).toBe(token === null ? 401 : 403)
  return true
}

async function checkVisitor({ persona, remembered }: Visitor, isIndexed: boolean, history: string): Promise<void> {
  if (await isRefused(persona)) return
  const token = tokens.get(persona) ?? ''
  const wanted = await wantedBy(persona, token)
  const compare = (found: readonly string[], names: readonly string[], context: string, isExact = isIndexed) => {
    if (isExact) expect(sorted(found), context).toEqual(sorted(names))
    else
      expect(
        found.filter((name) => !names.includes(name)),
        context,
      ).toEqual([])
    searches += 1
    lookups += articles.length
  }
  for (const { category, q, names } of expectationsOf(wanted)) {
    const context = `${persona} (${category} ${q}, seed ${seed}): ${history}`
    const results = await findAll(token, category, q)
    await checkMentions(results, wanted, context)
    // Note and attachment of an article are two results.
    const found = category === 'articleNotes' ? [...new Set(results.map(nameOf))] : results.map(nameOf)
    compare(found, names, context)
    const common = results.find(({ category: of, title }) => of === 'tag' && title === 'quokka')
    if (isIndexed && common) expect(common.count, context).toBe(wanted.articles.length)
  }
  const tags = tagsOf(wanted.articles)
  const listed = (await server.call('tag.search', { params: { q: 'quokka' } }, token)).ok.tags
  for (const tag of listed) expect(tags, `${persona} (tags, seed ${seed}): ${history}`).toContain(tag)
  if (isIndexed) expect(listed).toHaveLength(Math.min(pageSize, tags.length))
  // The first pages, whose results are ranked once for the whole company, and titles that are spelled similarly.
  for (const q of ['quokka', 'quoka', 'platypus']) {
    const context = `${persona} (${q}, seed ${seed}): ${history}`
    const { ok: first } = await server.call('search.global', { params: { q }, query: {} }, token)
    await checkMentions(Object.values(first).flat(), wanted, context)
    const category = q === 'platypus' ? 'articleVideo' : 'article'
    const found = (first[category] ?? []).map(nameOf)
    compare(
      found,
      wanted.articles.map(({ id }) => id),
      context,
      false,
    )
    if (isIndexed) expect(found, context).toHaveLength(Math.min(pageSize, wanted.articles.length))
  }
  const { questions } = (await server.call('search.history', {}, token)).ok.history
  const ids = wanted.articles.map(({ id }) => id)
  const kept = remembered.filter((id) => ids.includes(id))
  await checkMentions(questions, wanted, `${persona} (history, seed ${seed}): ${history}`)
  compare(questions.map(nameOf), kept, `${persona} (history, seed ${seed}): ${history}`)
}

/** Opens every article once. */
async function enter(persona: SignedIn): Promise<Visitor> {
  const token = tokens.get(persona) ?? ''
  if (persona === 'deactivated') return { persona, remembered: [] }
  const results = await findAll(token, 'article', 'quokka')
  for (const question of results) await server.call('search.addToHistory', { body: { question } }, token)
  return { persona, remembered: results.map(nameOf) }
}

const index = async () => {
  while ((await indexBatch(db, [speech])) !== 0);
}

test(`results are what each persona may read, after ${rounds} rounds of changes (seed ${seed})`, async () => {
  await index()
  const visitors: Visitor[] = []
  for (const persona of signedIn) visitors.push(await enter(persona))
  expect(visitors.some(({ remembered }) => remembered.length > 5)).toBe(true)
  expect((await server.call('search.global', { params: { q: 'quokka' } })).status).toBe(401)
  const done: string[] = []
  let admitted = 0
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < changesPerRound; n++) {
      const [name, change] = chance.pick(Object.entries(changes))
      done.push(name)
      await change()
    }
    // Without indexing, nothing that was revoked may be found; with it, everything that is readable is.
    const isIndexed = round % 2 === 1
    if (isIndexed) await index()
    admitted += visitors.filter(({ persona }) => persona !== 'deactivated' && tokens.get(persona) !== null).length
    await Promise.all(visitors.map((visitor) => checkVisitor(visitor, isIndexed, done.slice(-40).join(', '))))
  }
  process.stdout.write(`search oracle: ${searches} searches, ${lookups} lookups, seed ${seed}\n`)
  expect(searches).toBe(admitted * 16)
  // Otherwise, changes were not tried.
  if (isSoak) expect(Object.keys(changes).filter((name) => !done.includes(name))).toEqual([])
}, 3_600_000)
