/** Searches with more matches than are ranked together. Entries are written directly: thousands of articles are slow. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { parseSearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchCategory } from '@knowreel/shared/search/search.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import type { Member } from '../../access/index.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { toSearchVector } from '../index/search-vector.ts'
import { renewTerms } from '../index/indexer.queries.ts'
import type { EntryKind } from '../search.tables.ts'
import { searchEverything } from './global-search.ts'
import { createTermStatistics } from './term-statistics.ts'

const { db } = await createTestDatabase()

async function newCompany() {
  const company = await buildCompany(db)
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Wombat care' })
  const member: Member = {
    sessionId: '',
    userId: company.owner.id,
    isSuperAdmin: false,
    company: { id: company.id, isActivated: true, isPaid: true, role: 'owner', status: 'active' },
  }
  return { company, workspace, member }
}

/** A member who sees only a workspace of their own. */
async function newColleague({ company, member }: World): Promise<World> {
  const user = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner: user, title: 'Quiet room' })
  return { company, workspace, member: { ...member, userId: user.id, company: { ...member.company, role: 'user' } } }
}

type World = Awaited<ReturnType<typeof newCompany>>
type Written = { title: string; text: string; kind?: EntryKind; pieces?: number }

/** Articles with one entry, of which the first is the newest. */
async function write({ company, workspace }: World, articles: readonly Written[]): Promise<string[]> {
  const ids = articles.map(() => newId())
  const at = sql`timestamptz '2026-10-01' - n * interval '1 minute'`
  await sql`
    insert into articles (id, short_id, slug, company_id, author_id, workspace_id, title, published_at, updated_at)
    select id, left(md5(id::text), 12), 'a', ${company.id}, ${company.owner.id}, ${workspace.id}, title, ${at}, ${at}
    from unnest(${ids}::uuid[], ${articles.map(({ title }) => title)}::text[]) with ordinality as a (id, title, n)
  `.execute(db)
  const entries = articles.flatMap(({ title, text, kind = 'articleNotes', pieces = 1 }, index) =>
    Array.from({ length: pieces }, (_, piece) => ({ id: ids[index] ?? '', n: index + 1, title, text, kind, piece })),
  )
  for (let from = 0; from < entries.length; from += 1000) {
    const some = entries.slice(from, from + 1000)
    const vectors = some.map(({ kind, text, title }) =>
      kind === 'articleNotes' ? toSearchVector(text, title) : toSearchVector(title),
    )
    await sql`
      insert into search_entries (kind, company_id, workspace_id, article_id, part, slug, starts_at, content, folded, hash, terms, changed_at)
      select kind, ${company.id}, ${workspace.id}, id, 'part', '', piece, text, lower(title), '', terms::tsvector, ${at}
      from unnest(
        ${some.map(({ id }) => id)}::uuid[], ${some.map(({ n }) => n)}::int[], ${some.map(({ kind }) => kind)}::text[],
        ${some.map(({ text }) => text)}::text[], ${some.map(({ title }) => title)}::text[], ${vectors}::text[],
        ${some.map(({ piece }) => piece)}::int[]
      ) as e (id, n, kind, text, title, terms, piece)
    `.execute(db)
  }
  return ids
}

async function search({ member }: World, typed: string, category?: SearchCategory, page = 1) {
  const services = { db, statistics: createTermStatistics(db), rankedResults: { find: () => Promise.resolve(null) } }
  return searchEverything(services, member, { typed, category, page, skip: 0 })
}

async function readAll(world: World, typed: string, category: SearchCategory, maxPages: number): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= maxPages; page++) {
    const found = await search(world, typed, category, page)
    ids.push(...found.map(({ facts }) => facts.article?.id ?? ''))
    if (found.length < 15) break
  }
  return ids
}

const repeat = <Value>(count: number, toValue: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => toValue(index))

const crowded = await newCompany()
const quiet = await newColleague(crowded)
// In the company, three of four texts contain "kangaroo"; of those that the colleague sees, only the oldest three do.
await write(
  crowded,
  repeat(9000, (n) => ({
    title: `Note ${n}`,
    text: `${'A kangaroo. '.repeat((n % 5) + 1)} ${n % 7 === 0 ? 'Jumps' : ''}.`,
  })),
)
const oldest = (
  await write(
    quiet,
    repeat(3300, (n) => ({ title: `Note ${n}`, text: n < 3297 ? 'Nothing to see.' : 'A kangaroo.' })),
  )
).slice(-3)
await renewTerms(db)

test('a word that is frequent in other workspaces is found in the oldest of more than 3,000 texts', async () => {
  const found = await search(quiet, 'kangaroo', 'articleNotes')
  expect(new Set(found.map(({ facts }) => facts.article?.id))).toEqual(new Set(oldest))
})

test('pages of a frequent word neither repeat nor leave out a result, and the newest are first', async () => {
  const ids = await readAll(crowded, 'kangaroo', 'articleNotes', 20)
  expect(new Set(ids).size).toBe(300)
  const newest = await db
    .selectFrom('articles')
    .select('id')
    .where('workspace_id', '=', crowded.workspace.id)
    .orderBy('updated_at', 'desc')
    .limit(300)
    .execute()
  expect(ids.toSorted()).toEqual(newest.map(({ id }) => id).toSorted())
})

test('a thousand results can be read, and no more', async () => {
  expect(await search(crowded, 'jumps', 'articleNotes', 66)).toHaveLength(15)
  expect(await search(crowded, 'jumps', 'articleNotes', 68)).toEqual([])
})

test('a text of many pieces does not hide the others', async () => {
  const world = await newCompany()
  const ids = await write(world, [
    { title: 'Long', text: 'A numbat.', pieces: 900 },
    ...repeat(20, (n) => ({ title: `Short ${n}`, text: 'A numbat.' })),
  ])
  expect((await readAll(world, 'numbat', 'articleNotes', 5)).toSorted()).toEqual(ids.toSorted())
})

test('a workspace is found although more than 1,500 newer paragraphs have the word', async () => {
  const world = await newCompany()
  await sql`
    insert into search_entries (kind, company_id, workspace_id, part, slug, starts_at, content, folded, hash, terms, changed_at)
    values ('workspace', ${world.company.id}, ${world.workspace.id}, '', '', 0, 'Wombat care', 'wombat care', '',
      ${toSearchVector('Wombat care')}::tsvector, '2020-01-01')
  `.execute(db)
  await write(
    world,
    repeat(1600, (n) => ({ title: `Wombat ${n}`, text: `Wombat ${n}`, kind: 'paragraph' })),
  )
  for (const typed of ['care wombat', 'wombat'])
    expect((await search(world, typed)).map(({ location }) => location.category)).toContain('workspace')
})

test('a misspelt title is offered beside texts that have only some of the words, and these have further pages', async () => {
  const world = await newCompany()
  await write(world, [{ title: 'Deployment checklist', text: 'Deployment checklist', kind: 'article' }])
  await write(
    world,
    repeat(40, (n) => ({ title: `Note ${n}`, text: `The checklist of room ${n}.` })),
  )
  const titles = (await search(world, 'deplyoment checklist')).map(({ location }) => location.title)
  expect(titles.filter((title) => title !== null)).toEqual(['Deployment checklist'])
  expect(titles.filter((title) => title === null)).toHaveLength(15)
  expect(new Set(await readAll(world, 'deplyoment checklist', 'articleNotes', 5)).size).toBe(40)
})

test('many similar tags do not hide a misspelt title', async () => {
  const world = await newCompany()
  await write(
    world,
    repeat(400, () => ({ title: 'Gateway', text: 'Gateway', kind: 'tag' })),
  )
  await write(world, [{ title: 'Gateway', text: 'Gateway', kind: 'article' }])
  const found = await search(world, 'gatewya')
  expect(found.map(({ location }) => location.category)).toContain('article')
})

test('without words, the newest are first, however often the others are read', async () => {
  const world = await newCompany()
  const ids = await write(
    world,
    repeat(3, (n) => ({ title: `Numbat ${n}`, text: `Numbat ${n}`, kind: 'article' })),
  )
  await db
    .insertInto('article_reads')
    .values({ article_id: ids.at(-1) ?? '', reads: 5000 })
    .execute()
  expect((await search(world, 'type:notes', 'article')).map(({ facts }) => facts.article?.id)).toEqual(ids)
  expect((await search(world, 'numbat', 'article'))[0]?.facts.article?.id).toBe(ids.at(-1))
})

test('how often a word is in the texts of another company changes neither the weight of words nor the plan', async () => {
  const [asking, other] = [await newCompany(), await newCompany()]
  const texts = repeat(20, (n) => ({ title: `Note ${n}`, text: n < 10 ? 'An echidna.' : 'A platypus.' }))
  await write(asking, texts)
  await renewTerms(db)
  const words = parseSearchQuery('echidna platypus ').units
  const before = await createTermStatistics(db).of(asking.company.id).rarityOf(words)
  await write(
    other,
    repeat(200, (n) => ({ title: `Note ${n}`, text: 'An echidna.' })),
  )
  await renewTerms(db)
  const terms = createTermStatistics(db).of(asking.company.id)
  expect(await terms.rarityOf(words)).toEqual(before)
  expect(before.map(({ texts }) => texts)).toEqual([10, 10])
  for (const word of words) expect(await terms.shareOf(word)).toBe(0.5)
})

test('pages of titles neither repeat nor leave out a result, however often they are read', async () => {
  const world = await newCompany()
  const ids = await write(
    world,
    repeat(700, (n) => ({ title: `${'Bilby '.repeat(1 + (n % 3))}${n}`, text: `Bilby ${n}`, kind: 'article' })),
  )
  await db
    .insertInto('article_reads')
    .values(ids.filter((_, n) => n % 11 === 0).map((id, n) => ({ article_id: id, reads: n * 50 })))
    .execute()
  const found = await readAll(world, 'bilby', 'article', 60)
  expect(found.toSorted()).toEqual(ids.toSorted())
  expect(found.slice(0, 300).toSorted(), 'the newest are first').toEqual(ids.slice(0, 300).toSorted())
})
