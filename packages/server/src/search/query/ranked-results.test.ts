/** Picks from ranked entries equal the results of a search. */
import type { SearchCategory } from '@knowreel/shared/search/search.calls.ts'
import { parseSearchQuery } from '@knowreel/shared/search/search-query.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import type { Member } from '../../access/index.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { indexBatch } from '../index/indexer.ts'
import { searchEverything } from './global-search.ts'
import { createRankedResultCache, type RankedResultCache } from './ranked-results.ts'
import { createTermStatistics } from './term-statistics.ts'
import { toResult } from './to-result.ts'

const { db } = await createTestDatabase()
const statistics = createTermStatistics(db)
const company = await buildCompany(db)
const [reader, author, stranger] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspaces = await Promise.all(
  ['Quokka care', 'Other', 'Quokka food', 'More'].map((title) =>
    buildWorkspace(db, { company, owner: company.owner, title }),
  ),
)
const index = async () => {
  while ((await indexBatch(db)) !== 0);
}

beforeAll(async () => {
  for (const workspace of workspaces.slice(0, 2))
    await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  for (let n = 0; n < 90; n++)
    await buildArticle(db, {
      workspace: workspaces[n % workspaces.length] ?? { id: '' },
      title: n % 3 === 0 ? `Quokka ${n}` : `Animal ${n}`,
      tags: n % 5 === 0 ? ['Quokkas', `quokka ${n % 4}`] : [],
      textTabs: [{ text: `${'The quokka sleeps. '.repeat((n % 4) + 1)}It eats at ${n % 7}.` }],
      createdAt: new Date(Date.UTC(2026, 0, 1 + n)),
    })
  await buildDraft(db, { workspace: null, company, author, title: 'Quokka draft' })
  await index()
}, 60_000)

const memberOf = ({ id }: { id: string }): Member => ({
  sessionId: '',
  userId: id,
  isSuperAdmin: false,
  company: { id: company.id, isActivated: true, isPaid: true, role: 'user', status: 'active' },
})
const members = [memberOf(company.owner), memberOf(reader), memberOf(author), memberOf(stranger)]

async function search(
  rankedResults: RankedResultCache,
  member: Member,
  typed: string,
  { category = undefined as SearchCategory | undefined, page = 1 } = {},
) {
  const request = { typed, category, page, skip: 0 }
  const found = await searchEverything({ db, statistics, rankedResults }, member, request)
  return found.map((one) => toResult(one, null)).toSorted((one, other) => one.category.localeCompare(other.category))
}

const nothingRanked: RankedResultCache = { find: () => Promise.resolve(null) }

/** Also lists the searches that were answered from ranked entries. */
function watched(): RankedResultCache & { picked: string[] } {
  const cache = createRankedResultCache(db)
  const picked: string[] = []
  return {
    picked,
    async find(member, query, search) {
      const found = await cache.find(member, query, search)
      if (found !== null) picked.push(query.text)
      return found
    },
  }
}

async function untilPicked(cache: ReturnType<typeof watched>, typed: string): Promise<void> {
  const tryAgain = { timeout: 30_000, interval: 100 }
  await vi.waitFor(async () => {
    await search(cache, memberOf(company.owner), typed)
    expect(cache.picked).toContain(parseSearchQuery(typed).text)
  }, tryAgain)
}

test('for everybody, picks from ranked entries equal the results of the first search', async () => {
  for (const typed of ['quokka', 'quokka sleeps', 'quok', 'quokkas', 'eats at 3']) {
    const cache = watched()
    await untilPicked(cache, typed)
    for (const member of members)
      expect(await search(cache, member, typed), typed).toEqual(await search(nothingRanked, member, typed))
  }
})

test('the next search leaves out revoked articles and finds new ones', async () => {
  const cache = watched()
  const [member, typed] = [memberOf(reader), 'quokka sleeps']
  await untilPicked(cache, typed)
  const before = await search(cache, member, typed)
  const gone = before.find(({ category }) => category === 'articleNotes')?.articleId ?? ''
  await db.updateTable('articles').set({ is_archived: true }).where('id', '=', gone).execute()
  cache.picked.length = 0
  const after = await search(cache, member, typed)
  expect(cache.picked).toEqual([typed])
  expect(after.map(({ articleId }) => articleId)).not.toContain(gone)
  expect(after).toEqual(await search(nothingRanked, member, typed))
  await buildArticle(db, { workspace: workspaces[0] ?? { id: '' }, title: 'Quokka sleeps' })
  await index()
  const titles = (await search(cache, member, typed)).map(({ title }) => title)
  expect(titles).toContain('Quokka sleeps')
})

test('a single category and further pages are picked from what was ranked for all categories', async () => {
  const cache = watched()
  await untilPicked(cache, 'quokka')
  cache.picked.length = 0
  const pages = []
  for (const page of [1, 2, 3])
    pages.push(await search(cache, memberOf(company.owner), 'quokka', { category: 'articleNotes', page }))
  expect(cache.picked).toEqual(['quokka', 'quokka', 'quokka'])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(45)
})

test('further pages of a first page that was searched are searched too', async () => {
  const cache = watched()
  const [first, other] = [memberOf(company.owner), memberOf(reader)]
  await search(cache, first, 'quokka')
  await vi.waitFor(async () => {
    await search(cache, other, 'quokka')
    expect(cache.picked).toContain('quokka')
  })
  cache.picked.length = 0
  await search(cache, first, 'quokka', { category: 'articleNotes', page: 2 })
  expect(cache.picked).toEqual([])
  await search(cache, first, 'quokka')
  await search(cache, first, 'quokka', { category: 'articleNotes', page: 2 })
  expect(cache.picked).toEqual(['quokka', 'quokka'])
})

test('a colleague without workspaces finds nothing', async () => {
  const cache = watched()
  await untilPicked(cache, 'quokka')
  expect(await search(cache, memberOf(stranger), 'quokka')).toEqual([])
})
