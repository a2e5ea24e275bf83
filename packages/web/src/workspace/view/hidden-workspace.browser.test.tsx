import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { aCompany, aCompanyInfo, aSession } from '../../../test/samples.ts'

const hidden = { 'workspace.browse': refuse('workspace_not_found'), 'article.get': refuse('not_found') } as const
const halden = aCompany({ title: 'Halden Systems' })
const gone = aCompany({ title: 'Meridian', status: 'deactivated' })

const refusal = "You don't have access to this workspace"
const elsewhere = `${refusal}. If the link is from another of your companies, switch to it first.`

it.each([
  ['/b/ws1/support/art1/a-title', [gone], refusal],
  ['/b/ws1/support/art1/a-title', [halden, gone], elsewhere],
  ['/workspace/ws1', [halden], elsewhere],
] as const)('goes home from %s when it leads nowhere, and says why', async (address, others, text) => {
  const session = aSession()
  await openPage(address, {
    session: { ...session, companies: [...session.companies, ...others] },
    answers: hidden,
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent(text)
  await expect.poll(() => location.pathname).toBe('/')
})

it.each(['/b/ws1/support/art1/a-title', '/workspace/ws1/edit', '/workspace/ws1/trash'])(
  'leaves it to the state of the company, if that is why %s cannot be shown',
  async (address) => {
    const session = aSession({ role: 'user', company: aCompany({ role: 'user' }) })
    const unpaid = aSession({ role: 'user', company: aCompany({ role: 'user', isPaid: false, isBilling: true }) })
    let isPaid = true
    const refuseUnpaid = () => {
      isPaid = false
      return refuse('company_not_paid')
    }
    await openPage(address, {
      session,
      answers: {
        'user.me': () => (isPaid ? session : unpaid),
        'company.info': { company: aCompanyInfo() },
        'workspace.browse': refuseUnpaid,
        'workspace.get': refuseUnpaid,
        'article.get': refuseUnpaid,
      },
    })
    await expect.poll(() => location.pathname).toBe('/not-paid')
    for (const alert of page.getByRole('alert').elements()) expect(alert.textContent).toBe('')
  },
)

it.each([
  ['workspace_not_found', refusal],
  ['workspace_archived', 'The workspace is archived'],
  ['workspace_company_deactivated', 'The company of this workspace is deactivated'],
] as const)('leads guests to the sign-in page from %s, and says why', async (code, text) => {
  await openPage('/b/ws1/support/art1/a-title', {
    session: null,
    answers: { 'workspace.browse': refuse(code), 'article.get': refuse(code), 'session.providers': { providers: [] } },
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent(text)
  await expect.poll(() => location.pathname).toMatch(/^\/login/)
})
