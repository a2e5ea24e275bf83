import { onlineManager } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone, runWhenClosed } from '../../test/open-page.tsx'
import { neverAnswers, noResponse, refuse } from '../../test/fake-server.ts'
import { button, dialog, expectGone, expectText, expectVisible, heading, person } from '../../test/person.ts'
import { aPreview, aSession } from '../../test/samples.ts'
import { aResult, aWorkspaceOfResult } from './search.fixture.ts'

const currentUrl = () => location.pathname + location.search
const field = page.getByRole('combobox', { name: 'Search' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => aResult({ title: `Gateway ${from + n}`, id: `article:${from + n}` }))
const asked = aResult({
  id: 'none:Where are the keys?',
  category: 'none',
  title: 'Where are the keys?',
  articleId: null,
})

/** An article that is opened, or that the pointer rests on, is loading for ever. */
const neverAnswered = { 'article.get': neverAnswers }

async function openSearch({ answers, ...options }: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage('/workspaces', { ...options, answers: { ...neverAnswered, ...answers } })
  // Keys go to the page only when it has the focus.
  await person.click(heading('Workspaces'))
  await person.press('/')
  await expect.element(field).toHaveFocus()
  return opened
}

it('shows results by category with marked words, and opens them by keys', async () => {
  const { server } = await openSearch({
    answers: {
      'search.global': {
        article: [aResult()],
        articleNotes: [
          aResult({
            id: 'notes',
            category: 'articleNotes',
            trimmedText: 'restart the gateway, then wait',
            textTabs: [{ id: 't', title: 'Checklist', slug: 'checklist' }],
            foundTextProperties: {
              initialIndex: 12,
              startIndex: 40,
              queryLength: 7,
              textToFind: 'gateway',
              textTabId: 't',
            },
          }),
        ],
      },
      'search.addToHistory': { history: { _id: 'history', questions: [] } },
      // The page stays while it waits.
      'workspace.browse': neverAnswers,
    },
  })
  await person.type('gateway')
  await expectVisible(option(/Read a gateway log/).first())
  await expect.element(page.getByRole('group', { name: 'Notes' })).toBeVisible()
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toContain('gateway')
  await expect.element(option(/Read a gateway log/).first()).toHaveAttribute('aria-selected', 'true')
  await person.press('Tab')
  await expect.element(option(/restart the gateway/)).toHaveAttribute('aria-selected', 'true')
  const url = '/b/ws2/support/art2/read-a-gateway-log/notes/checklist?find=gateway&near=40'
  await expect.element(option(/restart the gateway/)).toHaveAttribute('href', url)
  await person.press('Enter')
  await expect.poll(currentUrl).toBe(url)
  // Otherwise the page requests it during the next test.
  await expect.poll(() => server.requests('workspace.browse').length).toBeGreaterThan(0)
  await expect.poll(() => server.requests('article.get').length).toBeGreaterThan(0)
  await expect.poll(() => server.requests('search.addToHistory').length).toBe(1)
})

it('opens what is said in a recording at its second', async () => {
  await openSearch({
    answers: {
      'search.global': {
        articleVideo: [
          aResult({
            id: 'said',
            category: 'articleVideo',
            trimmedText: 'then restart the gateway',
            timedText: 'speech',
            startTime: 83_500,
            saidAt: '00:01:23',
          }),
        ],
      },
    },
  })
  await person.type('gateway')
  const said = option(/^“…then restart the gateway…” Read a gateway log · Ines Okafor/)
  await expectVisible(said.getByText('1:23'))
  await expect.element(said).toHaveAttribute('href', '/b/ws2/support/art2/read-a-gateway-log/video?t=83.5')
})

it('shows recordings by their posters, and how far into one the words are', async () => {
  const posterUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const articleId = '019ac000-0000-7000-8000-000000000001'
  const recording = { articleId, duration: 522_000 }
  const { server } = await openSearch({
    answers: {
      'search.global': {
        articleVideo: [
          aResult({
            ...recording,
            category: 'articleVideo',
            trimmedText: 'the gateway',
            timedText: 'speech',
            startTime: 192_000,
          }),
        ],
        articleNotes: [aResult({ id: 'notes', category: 'articleNotes', trimmedText: 'a gateway' })],
      },
      'article.previews': { previews: [aPreview({ id: articleId, posterUrl })] },
    },
  })
  await person.type('gateway')
  await expectVisible(option(/the gateway/))
  await expect.poll(() => document.querySelectorAll(`[role=option] img[src="${posterUrl}"]`).length).toBe(1)
  await person.press('ArrowDown')
  await expectVisible('3:12 / 8:42')
  await expectVisible(button('Play from 3:12'))
  expect(server.requests('article.previews').map(({ query }) => query.ids)).toEqual([[articleId]])
})

it('shows in which attachment the words are, and on which page', async () => {
  await openSearch({
    answers: {
      'search.global': {
        articleNotes: [
          aResult({
            category: 'articleNotes',
            trimmedText: 'torque the flange to forty',
            attachment: { name: 'Manual.pdf', page: 4 },
          }),
        ],
      },
    },
  })
  await person.type('flange')
  await expectVisible(option(/Manual\.pdf, page 4 in Read a gateway log.*torque the flange to forty/))
})

it('requests one search for what is typed, and the next page near the end of the list', async () => {
  const { server } = await openSearch({
    answers: {
      'search.global': ({ query }) => ({ article: query.page === 1 ? many(15) : many(3, 15) }),
    },
  })
  await person.type('gate')
  await expectVisible(option('Gateway 0'))
  await expectVisible(option('Gateway 17'))
  expect(server.requests('search.global').map(({ query }) => [query.category, query.page])).toEqual([
    ['all', 1],
    ['article', 2],
  ])
})

it('requests a page that failed again only when the person asks for it', async () => {
  let isBroken = true
  const before = aResult({ id: 'kept', title: 'What gate means' })
  const { server } = await openSearch({
    answers: {
      'search.history': { history: { _id: 'history', questions: [before] } },
      'search.global': ({ query }) => {
        if (query.page === 1) return { article: many(15) }
        return isBroken ? refuse('too_many_requests') : { article: many(3, 15) }
      },
    },
  })
  await person.type('gate')
  await expectVisible('The results could not be loaded.')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(server.requests('search.global').map(({ query }) => [query.category, query.page])).toEqual([
    ['all', 1],
    ['article', 2],
  ])
  // There are further results before them.
  await expectGone(page.getByRole('group', { name: 'Recently asked' }))
  isBroken = false
  await person.click(button('Try again'))
  await expectVisible(option('Gateway 17'))
  await expectVisible(option(/What gate means/))
  expect(server.requests('search.global')).toHaveLength(3)
})

it('requests further pages of a chosen category only', async () => {
  const tags = Array.from({ length: 3 }, (_, n) => aResult({ id: `tag:${n}`, category: 'tag', title: `tag ${n}` }))
  const { server } = await openSearch({
    answers: {
      'search.global': ({ query }) =>
        query.category === 'tag' ? { tag: tags } : { article: many(15, 15 * (query.page - 1)), tag: tags },
    },
  })
  await person.type('gate')
  await person.click(button(/^Tags/))
  await expectGone(option('Gateway 0'))
  await expectVisible(option(/tag 2/))
  const before = server.requests('search.global').length
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(server.requests('search.global')).toHaveLength(before)
  expect(server.requests('search.global').at(-1)?.query.category).toBe('tag')
})

it('opens the first result of what is typed, not of what was typed before, by an early Enter', async () => {
  await openSearch({
    answers: {
      'search.global': ({ params: { q } }) => ({ tag: [aResult({ id: `tag:${q}`, category: 'tag', title: q })] }),
      'search.addToHistory': { history: { _id: 'history', questions: [] } },
    },
  })
  await person.type('gate')
  await expectVisible(option(/gate/))
  await person.type('way')
  await person.press('Enter')
  await expect.poll(currentUrl).toBe('/tags/gateway')
  await expectVisible(heading('Tag: gateway'))
})

it('offers what was asked before, and says when nothing is found', async () => {
  await openSearch({
    answers: { 'search.history': { history: { _id: 'history', questions: [asked] } }, 'search.global': {} },
  })
  await person.click(option(/Where are the keys/))
  await expect.element(field).toHaveValue('Where are the keys?')
  await expectVisible('There are no matching results')
  await person.press('Escape')
  await expectGone(dialog())
})

it('offers the articles opened last before anything is typed, and later what was opened from the search', async () => {
  const opened = {
    id: 'r1',
    title: 'Reset (a) password',
    shortId: 'r1s',
    slug: 'reset',
    duration: 0,
    workspace: aWorkspaceOfResult,
  }
  const session = aSession()
  const owner = `${session.user.id}:${session.user.company?.id}`
  const remembered = aResult({ id: 'kept', title: 'What (.*) means' })
  await openPage('/workspaces', {
    session,
    answers: { 'search.history': { history: { _id: 'history', questions: [remembered] } }, 'search.global': {} },
  })
  localStorage.setItem(`knowreel.recent:${owner}`, JSON.stringify([{ ...opened, url: '/b/ws2/support/r1s/reset' }]))
  await person.click(heading('Workspaces'))
  await person.press('/')
  await expect.element(field).toHaveFocus()
  const recent = page.getByRole('group', { name: 'Recent', exact: true })
  await expect.element(recent.getByRole('option')).toHaveAttribute('href', '/b/ws2/support/r1s/reset')
  await expectVisible(page.getByRole('group', { name: 'Recently asked' }).getByRole('option'))
  await person.type('(.*')
  await expectVisible(option(/What \(\.\*\) means/))
  await expectVisible('There are no matching results')
  const filters = page.getByRole('group', { name: 'Results', exact: true }).getByRole('button')
  expect(filters.elements().map(({ textContent }) => textContent)).toEqual(['All 0'])
  await person.type('x')
  await expectGone(option(/What \(\.\*\) means/))
})

it('offers no article that the person no longer sees', async () => {
  const session = aSession()
  const owner = `${session.user.id}:${session.user.company?.id}`
  const opened = (id: string, title: string) => ({
    id,
    title,
    shortId: title,
    slug: title,
    duration: 0,
    workspace: aWorkspaceOfResult,
    url: `/b/ws2/${title}`,
  })
  const [gone, seen] = ['0193cf0a-0000-7000-8000-00000000000a', '0193cf0a-0000-7000-8000-00000000000b']
  const preview = aPreview({ id: seen, excerpt: 'Words' })
  await openPage('/workspaces', { session, answers: { 'article.previews': { previews: [preview] } } })
  localStorage.setItem(`knowreel.recent:${owner}`, JSON.stringify([opened(gone, 'Gone'), opened(seen, 'Seen')]))
  await person.click(heading('Workspaces'))
  await person.press('/')
  await expectVisible(option('Seen'))
  await expectGone(option('Gone'))
  await person.press('Escape')
  await expectGone(dialog())
  await person.press('Control+k')
  await expectVisible(option('Seen'))
  await expectGone(option('Gone'))
})

it('warns about a result without a location, and keeps the page', async () => {
  await openSearch({ answers: { 'search.global': { article: [aResult({ workspace: null })] } } })
  await person.type('gateway')
  await person.click(option(/Read a gateway log/))
  await expectVisible('Can not navigate to this item')
  expect(currentUrl()).toBe('/workspaces')
})

it('reports results that cannot be loaded, and loads them again', async () => {
  const { server } = await openSearch({ answers: { 'search.global': refuse('internal') } })
  await person.type('gateway')
  await expectVisible('The results could not be loaded.')
  server.answer({ 'search.global': { article: [aResult()] } })
  await person.click(button('Try again'))
  await expectVisible(option(/Read a gateway log/))
})

it('fills a phone, and is closed by its arrow', async () => {
  await openPage('/workspaces', { ...phone, answers: { 'search.global': { article: [aResult()] } } })
  await person.click(button('Menu', { exact: true }))
  await person.click(dialog('Menu').getByRole('button', { name: 'Search' }))
  await expect.element(field).toHaveFocus()
  await person.type('gateway')
  await expectVisible(option(/Read a gateway log/))
  expect(dialog('Search').element().getBoundingClientRect().width).toBe(phone.width)
  await person.click(button('Close'))
  await expectGone(dialog())
})

it('opens a result in a new tab by Ctrl or ⌘ and Enter, and stays open', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await openSearch({
    answers: {
      'search.global': { article: [aResult()] },
      'search.addToHistory': { history: { _id: 'history', questions: [] } },
    },
  })
  await person.type('gateway')
  await person.press('Control+Enter')
  await expect.poll(() => open.mock.calls.length).toBe(1)
  await person.press('Meta+Enter')
  await expect.poll(() => open.mock.calls.length).toBe(2)
  const url = '/b/ws2/support/art2/read-a-gateway-log'
  expect(open.mock.calls).toEqual([[url, '_blank', 'noopener'], [url, '_blank', 'noopener']]) // prettier-ignore
  await expectVisible(dialog('Search'))
  expect(currentUrl()).toBe('/workspaces')
})

it('leaves the list by Tab after the last category, and returns by Shift and Tab', async () => {
  await openSearch({
    answers: {
      'search.global': { article: [aResult()], tag: [aResult({ id: 'tag', category: 'tag', title: 'vpn' })] },
    },
  })
  await person.type('gateway')
  await expectVisible(option(/vpn/))
  await person.press('Tab')
  await expect.element(option(/vpn/)).toHaveAttribute('aria-selected', 'true')
  const choices = page.getByRole('group', { name: 'Results', exact: true }).getByRole('button')
  const reached: string[] = []
  for (let presses = 0; presses < 8; presses++) {
    await person.press('Tab')
    reached.push(document.activeElement?.textContent || (document.activeElement?.getAttribute('aria-label') ?? ''))
  }
  expect(reached.join(' › ')).toContain('Clear › All 2 › Articles 1 › Tags 1 › Add a filter')
  await person.focus(choices.nth(0))
  await person.press('Shift+Tab', 'Shift+Tab')
  await expect.element(field).toHaveFocus()
})

const status = page.getByRole('search').getByRole('status').first()

it('announces what became of the search', async () => {
  const response = Promise.withResolvers<{ article: ReturnType<typeof aResult>[] }>()
  const { server } = await openSearch({ answers: { 'search.global': () => response.promise } })
  await expectText(status, 'Find articles, notes, and what is said or shown in recordings.')
  await person.type('gateway')
  await expectText(status, 'Searching')
  response.resolve({ article: [aResult()] })
  await expectText(status, '1 result')
  server.answer({ 'search.global': {} })
  await person.type('s')
  await expectText(status, 'There are no matching results')
  server.answer({ 'search.global': refuse('internal') })
  await person.type(' meter')
  await expectText(status, 'The results could not be loaded.')
})

it('says that results will load after the connection returns, and loads them', async () => {
  const { server } = await openSearch({ answers: { 'search.global': noResponse() } })
  onlineManager.setOnline(false)
  runWhenClosed(() => onlineManager.setOnline(true))
  await person.type('gateway')
  await expectText(status, 'You’re offline. Results will load when the connection returns.')
  server.answer({ 'search.global': { article: [aResult()] } })
  onlineManager.setOnline(true)
  await expectVisible(option(/Read a gateway log/))
})
