import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../test/open-page.tsx'
import { refuse } from '../../test/fake-server.ts'
import { button, dialog, expectGone, expectVisible, heading, person } from '../../test/person.ts'
import { aSession } from '../../test/samples.ts'
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
const neverAnswered = { 'article.get': () => Promise.withResolvers<never>().promise }

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
      'workspace.browse': () => Promise.withResolvers<never>().promise,
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
      'article.previews': { previews: [{ id: articleId, posterUrl, excerpt: '' }] },
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
  const { server } = await openSearch({
    answers: {
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
  isBroken = false
  await person.click(button('Try again'))
  await expectVisible(option('Gateway 17'))
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
  const preview = { id: seen, posterUrl: null, excerpt: 'Words' }
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

it('starts a recording and an upload from the palette', async () => {
  await openPage('/workspaces')
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.click(option(/^Upload video/))
  await expectVisible(dialog('Upload video'))
  await person.press('Escape')
  await person.press('Control+k')
  await person.click(option(/^Start recording/))
  await expectVisible(dialog('Start recording'))
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
  await person.click(button('Search'))
  await expect.element(field).toHaveFocus()
  await person.type('gateway')
  await expectVisible(option(/Read a gateway log/))
  expect(dialog('Search').element().getBoundingClientRect().width).toBe(phone.width)
  await person.click(button('Close'))
  await expectGone(dialog())
})

it('runs commands from the palette, and finds articles beside them', async () => {
  const { server } = await openPage('/workspaces', {
    answers: { 'search.global': { article: [aResult({ title: 'Drafting a contract' })] } },
  })
  // Keys go to the page only when it has the focus.
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.type('draft')
  await expectVisible(option(/Drafting a contract/))
  await expect.element(option(/^Drafts/)).toHaveAttribute('aria-selected', 'true')
  await person.press('Enter')
  await expect.poll(currentUrl).toBe('/drafts')
  await expectVisible(heading('Drafts'))
  await expect.poll(() => server.requests('draft.list').length).toBeGreaterThan(0)
})

it('says in the palette that articles could not be loaded', async () => {
  const { server } = await openPage('/workspaces', { answers: { 'search.global': refuse('internal') } })
  await person.click(heading('Workspaces'))
  await person.press('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Search or run a command' })).toHaveFocus()
  await person.type('contract')
  await expectVisible('The results could not be loaded.')
  server.answer({ 'search.global': {} })
  await person.click(button('Try again'))
  await expectVisible('No command or article matches.')
})

it('lists the articles of a tag', async () => {
  const { server } = await openPage('/tags/on%20call', { answers: { 'search.global': { article: [aResult()] } } })
  await expectVisible(heading('Tag: on call'))
  await expectVisible(page.getByRole('link', { name: /Read a gateway log/ }))
  expect(server.requests('search.global')[0]?.params.q).toBe('tag:"on call"')
})
