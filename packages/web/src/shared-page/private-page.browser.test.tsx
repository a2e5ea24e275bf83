import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { openPage } from '../../test/open-page.tsx'
import { expectGone, expectVisible } from '../../test/person.ts'
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
