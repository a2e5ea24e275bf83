import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, expectGone, expectVisible, person } from '../../test/person.ts'
import { aCompany, aCompanyInfo, aSession } from '../../test/samples.ts'
import { buildArticle } from '../article/edit/draft/draft.fixture.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

const checkMs = 20_000
const shared = {
  article: buildArticle({ isDraft: false, title: 'Gateway runbook' }),
  workspace: { title: 'Support runbooks' },
  company: { title: 'Halden Systems', logo: null, isPaid: true },
  children: [],
  workspacePath: null,
}
const of = (change: Partial<CurrentCompany>) =>
  aSession({ role: 'user', company: aCompany({ role: 'user', ...change }) })
const answers = {
  'sharedBrowse.openPrivate': shared,
  'sharedBrowse.check': { success: true },
  'comment.list': { comments: [], isTruncated: false, before: null },
  'comment.count': { commentsCount: 0 },
  'company.info': { company: aCompanyInfo() },
  'company.status': { isActivated: false },
  'company.paidStatus': { status: 'none' },
} satisfies Answers

const article = page.getByRole('heading', { name: 'Gateway runbook' })

it.each([
  ['/inactive', { isActivated: false }, refuse('company_deactivated', { company: true })],
  ['/not-paid', { isPaid: false, isBilling: true }, refuse('company_not_paid')],
] as const)('leads to %s, at its opening and while it is read', async (address, state, refusal) => {
  const { server, open } = await openPage('/b/shared/token/private', { session: of({}), answers })
  await expectVisible(article)
  const refused = {
    'user.me': of(state),
    'sharedBrowse.openPrivate': refusal,
    'sharedBrowse.check': refusal,
  }
  server.answer(refused)
  vi.advanceTimersByTime(checkMs)
  await expect.poll(() => location.pathname).toBe(address)
  await expectGone(article)
  open('/b/shared/token/private')
  await expect.poll(() => location.pathname).toBe(address)
})

it('offers commenting only while the share allows it, and follows a change', async () => {
  let comment = true
  const { server, sockets } = await openPage('/b/shared/token/private', {
    width: 1440,
    height: 900,
    session: of({}),
    answers: {
      ...answers,
      'sharedBrowse.openPrivate': () => ({
        ...shared,
        article: { ...shared.article, abilities: { ...shared.article.abilities, comment } },
      }),
    },
  })
  await expectVisible(article)
  await person.click(button('0 comments'))
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  await expectVisible(box)
  const watch = JSON.stringify({ type: 'watch', articleId: shared.article.id })
  const live = () => sockets.find(({ sent }) => sent.some((message) => JSON.stringify(message) === watch))
  await expect.poll(live, { timeout: 10_000 }).toBeDefined()
  const readings = () => server.requests('sharedBrowse.openPrivate').length
  expect(readings(), 'nothing changed yet').toBe(1)

  comment = false
  live()?.receive({ type: 'access', articleId: shared.article.id, isViewOnly: true })
  await expectVisible('You can view the comments but not add any.')
  await expectGone(box)
  expect(readings()).toBe(2)

  comment = true
  live()?.receive({ type: 'access', articleId: shared.article.id, isViewOnly: false })
  await expectVisible(box)
})
