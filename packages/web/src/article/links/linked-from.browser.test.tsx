import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { button, expectGone, expectText, expectVisible, heading, link, person, texts } from '../../../test/person.ts'
import { aBacklink, readingAnswers, readingUrl } from './linking-article.fixture.ts'

const section = page.getByRole('region', { name: 'Linked from' })
const rows = () => section.getByRole('link').elements()
const aShortText = '<p>Switch it off.</p>'

const openArticle = (answers: Answers, { text = aShortText, ...options }: { text?: string; width?: number } = {}) =>
  openPage(readingUrl, { answers: { ...readingAnswers(text), ...answers }, ...options })

it('lists the articles that link to this one below its text, with their workspaces', async () => {
  const articles = [aBacklink('Read a gateway log'), aBacklink('Visit a site', { id: 'site', duration: 4000 })]
  const { server } = await openArticle({ 'article.backlinks': { articles, count: 2 } })
  await expectVisible(section.getByRole('heading', { name: 'Linked from' }))
  await expect.element(link(/^Read a gateway log/)).toHaveAttribute('href', '/b/ws23456789/runbooks/art3456789/slug')
  expect(rows()).toHaveLength(2)
  expect(server.requests('article.backlinks').map(({ query }) => query)).toEqual([{ page: 1 }])
  await expectGone(button(/more/))
})

it('shows nothing without such articles, or if they cannot be loaded', async () => {
  const { server, reload } = await openArticle({})
  await expect.poll(() => server.requests('article.backlinks').length).toBe(1)
  await expectGone(heading('Linked from'))
  server.answer({ 'article.backlinks': refuse('not_found') })
  reload()
  await expect.poll(() => server.requests('article.backlinks').length).toBe(2)
  await expectVisible('Switch it off.')
  await expectGone(heading('Linked from'))
  expect(texts(page.getByRole('alert')).join('')).toBe('')
})

it('requests them only when the reader nears the end of the text', async () => {
  const articles = [aBacklink('Read a gateway log')]
  const text = '<p>A long text.</p>'.repeat(150)
  const { server } = await openArticle({ 'article.backlinks': { articles, count: 1 } }, { text })
  await expectVisible(page.getByText('Published', { exact: false }).first())
  expect(server.requests('article.backlinks')).toEqual([])
  page.getByRole('main').element().scrollTo({ top: 100_000, behavior: 'instant' })
  await expectVisible(link(/^Read a gateway log/))
})

it('shows more of a long list on request, and leads the keyboard to the first new one', async () => {
  const all = Array.from({ length: 23 }, (_, index) => aBacklink(`Linking ${index + 1}`))
  const { server } = await openArticle({
    'article.backlinks': ({ query }) => ({
      articles: query.page === 1 ? all.slice(0, 20) : all.slice(20),
      count: all.length,
    }),
  })
  await expectVisible(button('Show 3 more'))
  expect(rows()).toHaveLength(20)
  server.answer({ 'article.backlinks': refuse('not_found') })
  await person.focus(button('Show 3 more'))
  await person.press('Enter')
  await expectText(page.getByRole('alert'), 'Not found')
  expect(server.requests('article.backlinks')).toHaveLength(2)
  server.answer({ 'article.backlinks': { articles: all.slice(20), count: all.length } })
  await expect.element(button('Show 3 more')).toHaveAttribute('aria-busy', 'false')
  await person.press('Enter')
  await expect.poll(() => rows().length).toBe(23)
  await expect.element(link(/^Linking 21/)).toHaveFocus()
  await expectGone(button(/more/))
})

it('has rows of the size of a finger on a phone, and nothing beside the screen', async () => {
  const articles = [aBacklink('A title that is longer than the narrow screen of a phone can show in one line')]
  await openArticle({ 'article.backlinks': { articles, count: 1 } }, phone)
  await expectVisible(link(/^A title that/))
  const { height, right } = link(/^A title that/)
    .element()
    .getBoundingClientRect()
  expect(height).toBeGreaterThanOrEqual(44)
  expect(right).toBeLessThanOrEqual(phone.width)
})

it('shows guests what the server lists for them', async () => {
  const articles = [aBacklink('Public')]
  await openPage(readingUrl, {
    session: null,
    answers: { ...readingAnswers(aShortText), 'article.backlinks': { articles, count: 1 } },
  })
  await expectVisible(link(/^Public/))
})
