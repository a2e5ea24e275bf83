import { onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { noResponse, refuse } from '../../test/fake-server.ts'
import { openPage, runWhenClosed } from '../../test/open-page.tsx'
import { button, expectGone, expectText, expectVisible, person } from '../../test/person.ts'
import { aPreview, aSession } from '../../test/samples.ts'
import { aSummary, aWorkspaceOfResult } from './search.fixture.ts'

const idOf = (number: number) => `019ac000-0000-7000-8000-00000000000${number}`
const [freshId, openedId, goneId] = [idOf(1), idOf(2), idOf(3)]

it('offers on Home what was opened last, and what is new in the workspaces of the person', async () => {
  const session = aSession()
  const owner = `${session.user.id}:${session.user.company?.id}`
  const opened = { title: 'Opened', shortId: 'o1', slug: 'opened', duration: 0, workspace: aWorkspaceOfResult }
  await openPage('/workspaces', {
    session,
    answers: {
      'article.list': {
        articles: [
          aSummary({ id: freshId, title: 'A new recording', duration: 83_000 }),
          aSummary({ id: openedId, title: 'Opened' }),
        ],
      },
      'article.previews': {
        previews: [aPreview({ id: openedId, excerpt: 'The first words.' }), aPreview({ id: freshId })],
      },
    },
  })
  localStorage.setItem(
    `knowreel.recent:${owner}`,
    JSON.stringify([
      { ...opened, id: openedId, url: '/b/ws2/support/o1/opened' },
      { ...opened, id: goneId, title: 'Gone', url: '/b/ws2/support/o2/gone' },
    ]),
  )
  await person.click(page.getByRole('link', { name: 'Knowreel, home' }).first())
  const recent = page.getByRole('region', { name: 'Recently opened' })
  await expectVisible(recent.getByText('The first words.'))
  await expectGone(recent.getByText('Gone'))
  const fresh = page.getByRole('region', { name: 'New in your workspaces' })
  await expectVisible(fresh.getByRole('link', { name: /A new recording/ }))
  await expectVisible(fresh.getByText('1:23'))
  await expectGone(fresh.getByText('Opened'))

  const title = fresh.getByText('A new recording').element()
  const lineHeight = Number.parseFloat(getComputedStyle(title).lineHeight)
  expect(title.getBoundingClientRect().height, 'a title takes the lines it needs').toBe(lineHeight)
})

const status = page.getByRole('main').getByRole('status').last()

it('announces that the latest articles cannot be loaded, and loads them again', async () => {
  const { server } = await openPage('/', { answers: { 'article.list': refuse('internal') } })
  await expectText(status, 'The latest articles could not be loaded.')
  server.answer({ 'article.list': { articles: [] } })
  await person.click(button('Try again'))
  await expectText(status, 'Articles your team publishes appear here.')
})

it('says that articles will load after the connection returns, and loads them', async () => {
  onlineManager.setOnline(false)
  runWhenClosed(() => onlineManager.setOnline(true))
  const { server } = await openPage('/', { answers: { 'article.list': noResponse() } })
  await expectText(status, 'You’re offline. Articles will load when the connection returns.')
  server.answer({ 'article.list': { articles: [aSummary({ title: 'A new recording' })] } })
  onlineManager.setOnline(true)
  await expectVisible(page.getByRole('link', { name: /A new recording/ }))
})
