/** Rules of the specification for the search box: order, delay, length, and what closes it. */
import { expect, it } from 'vitest'
import { commands, page } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'
import { expectGone, expectVisible, heading, option, person } from '../../test/person.ts'
import { aResult } from './search.fixture.ts'

const field = page.getByRole('combobox', { name: 'Search' })

async function openSearch(answers: NonNullable<Parameters<typeof openPage>[1]>['answers']) {
  const opened = await openPage('/workspaces', { answers })
  await person.click(heading('Workspaces'))
  await person.press('/')
  await expect.element(field).toHaveFocus()
  return opened
}

it('shows the categories in their order', async () => {
  const of = (category: Parameters<typeof aResult>[0] & object) => aResult({ id: category.category ?? '', ...category })
  await openSearch({
    'search.global': {
      draftVideo: [
        of({ category: 'draftVideo', isDraft: true, trimmedText: 'gateway', timedText: 'speech', startTime: 0 }),
      ],
      articleVideo: [of({ category: 'articleVideo', trimmedText: 'gateway', timedText: 'speech', startTime: 0 })],
      articleNotes: [of({ category: 'articleNotes', trimmedText: 'gateway' })],
      draftNotes: [of({ category: 'draftNotes', isDraft: true, trimmedText: 'gateway' })],
      tag: [of({ category: 'tag', title: 'gateway' })],
      paragraph: [of({ category: 'paragraph', title: 'gateway' })],
      draft: [of({ category: 'draft', isDraft: true })],
      article: [of({ category: 'article' })],
      workspace: [of({ category: 'workspace', title: 'gateway' })],
    },
  })
  await person.type('gateway')
  await expectVisible(page.getByRole('group', { name: 'Workspaces' }))
  const names = page
    .getByRole('listbox', { name: 'Results' })
    .getByRole('group')
    .elements()
    .map((group) => group.getAttribute('aria-label'))
  expect(names).toEqual([
    'Workspaces',
    'Articles',
    'Drafts',
    'Paragraphs',
    'Tags',
    'Notes of drafts',
    'Notes',
    'Said and shown in recordings',
    'Said and shown in drafts',
  ])
})

it('searches half a second after the last key', async () => {
  const { server } = await openSearch({ 'search.global': { article: [aResult()] } })
  await person.type('gatewa')
  const startedAt = performance.now()
  await person.type('y')
  await expect.poll(() => server.requests('search.global').length, { interval: 10 }).toBe(1)
  expect(performance.now() - startedAt).toBeGreaterThan(480)
  expect(server.requests('search.global').map(({ params }) => params.q)).toEqual(['gateway'])
})

it('says that only the first thousand results of a category can be read', async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => aResult({ id: `tag:${n}`, title: `Gateway ${n}` }))
  let count = 999
  await openSearch({ 'search.global': ({ query }) => (Number(query.page ?? 1) > 1 ? {} : { article: many(count) }) })
  await person.type('gateway')
  await expectVisible(option(/Gateway 0/).first())
  const list = page.getByRole('listbox', { name: 'Results' }).element().parentElement
  const scrollToEnd = () => list?.scrollTo(0, list.scrollHeight)
  scrollToEnd()
  await expectGone(page.getByText('Loading more'))
  expect(page.getByText(/^Only the first 1,000/).elements()).toEqual([])
  count = 1000
  await person.type('s')
  await expect.poll(() => page.getByRole('option').elements().length).toBe(1000)
  scrollToEnd()
  await expectVisible('Only the first 1,000 results are shown. Add a word or a filter.')
})

it('accepts 500 characters', async () => {
  await openSearch({ 'search.global': {} })
  await person.type('a'.repeat(510))
  await expect.element(field).toHaveValue('a'.repeat(500))
})

it('finds nothing for a dot or two, and does not ask the server', async () => {
  const { server } = await openSearch({ 'search.global': { article: [aResult()] } })
  await person.type('..')
  await expectVisible('There are no matching results')
  await person.type('gateway')
  await expectVisible(option(/Read a gateway log/))
  expect(server.requests('search.global').map(({ params }) => params.q)).toEqual(['..gateway'])
})

it('is closed and reset by a click outside', async () => {
  await openSearch({ 'search.global': { article: [aResult()] } })
  await person.type('gateway')
  await expectVisible(option(/Read a gateway log/))
  // The page behind the box cannot be reached by a locator.
  await commands.clickAt(20, innerHeight - 20)
  await expectGone(field)
  await person.press('/')
  await expect.element(field).toHaveValue('')
})

it('on Home, keeps what is typed when a click outside closes the suggestions', async () => {
  await openPage('/', { answers: { 'search.global': { article: [aResult()] } } })
  const home = page.getByRole('combobox', { name: 'Ask a question' })
  await person.click(home)
  await person.type('gateway')
  await expectVisible(option(/Read a gateway log/))
  await person.click(heading('How can I help?'))
  await expectGone(option(/Read a gateway log/))
  await expect.element(home).toHaveValue('gateway')
})
