/** Filters in scripts whose letters have several forms, and words outside of titles and notes. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildUser } from '../user/user.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { indexBatch } from './index/indexer.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const token = await server.signIn(company.owner, company)
const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Їжа й вода' })

async function search(q: string) {
  while ((await indexBatch(db)) !== 0);
  return (await server.call('search.global', { params: { q } }, token)).ok
}
const articlesFound = async (q: string) => ((await search(q)).article ?? []).map(({ title }) => title)

const names: Record<string, [first: string, last: string, typed: string[]]> = {
  Ukrainian: ['Андрій', 'Їжак', ['андрій', 'АНДРІЙ', 'їжак', 'Андрі\u0438\u0306']],
  Turkish: ['İbrahim', 'Işık', ['ibrahim', 'İBRAHİM', 'Işık']],
  Arabic: ['فاطمة', 'الزهراء', ['فاطمة']],
  Hebrew: ['מרים', 'כהן', ['מרים']],
  Greek: ['Νίκος', 'Παπάς', ['νίκος', 'ΝΊΚΟΣ', 'παπάς']],
}

test.each(Object.entries(names))('an author with a name in %s is found in any form', async (language, names) => {
  const [first, last, typed] = names
  const author = await buildUser(db, { firstName: first, lastName: last })
  await buildArticle(db, { workspace, author, title: `By ${language}` })
  for (const name of typed) expect(await articlesFound(`by:${name}`), name).toEqual([`By ${language}`])
})

test.each([
  ['Йод', ['йод', 'ЙОД', '\u0438\u0306од']],
  ['ΟΔΟΣ', ['οδος', 'Οδος']],
  ['İzmir', ['İzmir']],
  ['مدرسة', ['مدرسة']],
  ['שלום', ['שלום']],
])('a tag %s is found in any form', async (tag, typed) => {
  const title = `Tagged ${tag}`
  await buildArticle(db, { workspace, title, tags: [tag] })
  for (const name of typed) expect(await articlesFound(`tag:${name}`), name).toEqual([title])
})

test('a workspace is chosen by its title in any form', async () => {
  await buildArticle(db, { workspace, title: 'Numbat' })
  for (const name of ['їжа', 'ЇЖА', '"й вода"'])
    expect(await articlesFound(`numbat in:${name}`), name).toEqual(['Numbat'])
})

const paragraph = (title: string, tags: string[]) => [
  { id: newId(), title, tags, isExpanded: true, map: wholeRecording(newId(), 5000), items: [] },
]

test('a paragraph is found by its tags', async () => {
  await buildArticle(db, { workspace, title: 'Tour', paragraphs: paragraph('Pump room', ['Valves']) })
  expect((await search('valves')).paragraph).toMatchObject([{ title: 'Pump room', startTime: 0 }])
})

test('a draft is found by its tags and its paragraphs', async () => {
  const author = company.owner
  await buildDraft(db, {
    workspace: null,
    company,
    author,
    title: 'Tour two',
    tags: ['Basement'],
    paragraphs: paragraph('Boiler room', ['Burner']),
  })
  for (const q of ['basement', 'boiler', 'burner'])
    expect((await search(q)).draft, q).toMatchObject([{ title: 'Tour two', isDraft: true }])
})

test('a note is found by the title of its tab, also without text, and opens at its beginning', async () => {
  const textTabs = [
    { id: 'a'.repeat(16), title: 'Troubleshooting', slug: 'troubleshooting', text: 'Nothing yet.' },
    { id: 'b'.repeat(16), title: 'Leftovers', slug: 'leftovers', text: '' },
    { id: 'c'.repeat(16), title: 'Note', slug: 'note', text: 'A potoroo.' },
  ]
  await buildArticle(db, { workspace, title: 'Pump', textTabs })
  for (const q of ['troubleshooting', 'leftovers'])
    expect((await search(q)).articleNotes, q).toMatchObject([
      { title: 'Pump', foundTextProperties: null, textTabs: [{ slug: q }] },
    ])
  expect((await search('nothing yet')).articleNotes).toMatchObject([
    { trimmedText: 'Nothing yet.', foundTextProperties: { startIndex: 0, textToFind: 'Nothing' } },
  ])
  expect(await search('note')).toEqual({})
})
