import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../test/open-page.tsx'
import { expectGone, expectVisible, person } from '../../test/person.ts'
import { aSession } from '../../test/samples.ts'
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
        previews: [
          { id: openedId, posterUrl: null, excerpt: 'The first words.' },
          { id: freshId, posterUrl: null, excerpt: '' },
        ],
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
