import { onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { neverAnswers, noResponse, refuse } from '../../test/fake-server.ts'
import { openPage, runWhenClosed } from '../../test/open-page.tsx'
import { button, expectGone, expectText, expectVisible, heading, link, person } from '../../test/person.ts'
import { aResult } from './search.fixture.ts'

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => aResult({ title: `Gateway ${from + n}`, id: `article:${from + n}` }))
/** A link under the pointer loads its article in advance. */
const underPointer = { 'article.get': neverAnswers, 'workspace.browse': neverAnswers }
const status = page.getByRole('main').getByRole('status').first()

it('lists the articles of a tag', async () => {
  const { server } = await openPage('/tags/on%20call', {
    answers: { ...underPointer, 'search.global': { article: [aResult({ updatedAt: '2026-11-12T10:00:00.000Z' })] } },
  })
  await expectVisible(heading('Tag: on call'))
  await expectVisible(page.getByRole('link', { name: /Read a gateway log.*12\/11\/2026/ }))
  expect(server.requests('search.global')[0]?.params.q).toBe('tag:"on call"')
})

it('finds a tag with a quotation mark', async () => {
  const { server } = await openPage('/tags/5%22%20pipe', {
    answers: { ...underPointer, 'search.global': { article: [aResult()] } },
  })
  await expectVisible(heading('Tag: 5" pipe'))
  await expectVisible(link(/Read a gateway log/))
  expect(server.requests('search.global')[0]?.params.q).toBe('tag:"5"" pipe"')
})

it('shows further articles on request, also after a page has failed', async () => {
  let isBroken = true
  const { server } = await openPage('/tags/vpn', {
    answers: {
      ...underPointer,
      'search.global': ({ query }) => {
        if (query.page === 1) return { article: many(15) }
        return isBroken ? refuse('internal') : { article: many(2, 15) }
      },
    },
  })
  await expectText(status, '15+ articles')
  await person.click(button('Show more'))
  await expectText(status, 'The results could not be loaded.')
  await expectGone(button('Show more'))
  isBroken = false
  await person.click(button('Try again'))
  await expectVisible(link(/Gateway 16/))
  await expectText(status, '17 articles')
  await expectGone(button('Show more'))
  expect(server.requests('search.global').map(({ query }) => [query.category, query.page])).toEqual([
    ['article', 1],
    ['article', 2],
    ['article', 2],
  ])
})

it('announces a tag without articles, and a missing connection', async () => {
  const { server, reload } = await openPage('/tags/vpn', { answers: { ...underPointer, 'search.global': {} } })
  await expectText(status, 'No article that you can see has this tag.')
  server.answer({ 'search.global': noResponse() })
  onlineManager.setOnline(false)
  runWhenClosed(() => onlineManager.setOnline(true))
  reload()
  await expectText(status, 'You’re offline. Results will load when the connection returns.')
})
