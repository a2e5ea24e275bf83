/** What operators do with a company from the list. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { catchNavigation, openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, link, menuItem, person, row, toast } from '../../../test/person.ts'
import { anOperatorSession } from '../../../test/samples.ts'
import { companiesPerPage } from '@knowreel/shared/admin/admin.rules.ts'
import { noResponse, type Answers } from '../../../test/fake-server.ts'
import { aRow } from '../admin.fixture.ts'

const companies = [aRow('Halden'), aRow('Nordlys', { isActivated: false })]
const answers: Answers = {
  'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
  'admin.searchCompanies': { companies, count: 2 },
}
const open = (more: Answers = {}) =>
  openPage('/admin/companies', { session: anOperatorSession(), answers: { ...answers, ...more } })

const openMenu = async (title: string, item: string) => {
  await person.click(button(`Actions for ${title}`))
  await person.click(menuItem(item))
}

const openWindow = vi.spyOn(window, 'open')
beforeEach(() => void openWindow.mockReset().mockReturnValue(null))
const host = document.createElement('meta')
afterEach(() => host.remove())

it('Login goes to the address that the server gives, where the session of the owner starts', async () => {
  const caught = catchNavigation('/of-the-owner')
  const { server } = await open({
    'admin.logInAs': { token: 'one-use', url: `${location.origin}/of-the-owner` },
  })
  await openMenu('Halden', 'Login')
  await expect.poll(() => caught).toEqual(['/of-the-owner'])
  expect(server.requests('admin.logInAs')).toMatchObject([{ params: { id: 'id-Halden' } }])
})

it('a company is deactivated after a question, and activated without one', async () => {
  const { server } = await open({
    'admin.setStatus': ({ params: { id } }) => ({ company: aRow(id).company }),
  })
  await openMenu('Halden', 'Deactivate')
  await person.click(dialog('Deactivate Halden?').getByRole('button', { name: 'Cancel' }))
  expect(server.requests('admin.setStatus')).toEqual([])
  await openMenu('Halden', 'Deactivate')
  await person.click(dialog('Deactivate Halden?').getByRole('button', { name: 'Deactivate company' }))
  await expectVisible(toast('Halden is deactivated'))
  await openMenu('Nordlys', 'Activate')
  await expectVisible(toast('Nordlys is activated'))
  expect(server.requests('admin.setStatus')).toMatchObject([
    { params: { id: 'id-Halden' }, body: { status: false } },
    { params: { id: 'id-Nordlys' }, body: { status: true } },
  ])
})

it('a company gets its domain after a question that shows it', async () => {
  host.name = 'knowreel-host'
  host.content = 'know.example'
  document.head.append(host)
  const { server } = await open({
    // The page of the installation asks for nothing on its own host.
    'company.bySlug': noResponse(),
    'admin.createDomain': { domain: 'halden.know.example' },
  })
  await person.click(row('Halden').getByRole('button', { name: 'Create domain' }))
  const question = dialog('Create a domain for Halden?')
  await expectVisible(question.getByText('The company gets the address halden.know.example.'))
  expect(server.requests('admin.createDomain')).toEqual([])
  await person.click(question.getByRole('button', { name: 'Create domain' }))
  await expectVisible(toast('Domain halden.know.example created'))
})

it.each([
  ['Ctrl and a click', () => new MouseEvent('click', { bubbles: true, ctrlKey: true })],
  ['⌘ and a click', () => new MouseEvent('click', { bubbles: true, metaKey: true })],
  ['a middle click', () => new MouseEvent('auxclick', { bubbles: true, button: 1 })],
])('%s on a row opens the company in a new tab', async (_, event) => {
  await open()
  await expectVisible(link('Halden'))
  row('Halden').getByText('1,042').element().dispatchEvent(event())
  expect(openWindow).toHaveBeenCalledExactlyOnceWith('/admin/company/id-Halden', '_blank', 'noopener')
  expect(location.pathname).toBe('/admin/companies')
})

it('the pages are loaded again when a company was removed between them, so that none is missing', async () => {
  const all = Array.from({ length: 50 }, (_, number) => aRow(`Company ${number + 1}`))
  await open({
    'admin.searchCompanies': ({ query: { page: number } }) => {
      const companies = all.slice((number - 1) * companiesPerPage, number * companiesPerPage)
      const answer = { companies, count: all.length }
      if (number === 1 && all.length === 50) all.splice(2, 1)
      return answer
    },
  })
  const company = (number: number) => page.getByRole('link', { name: `Company ${number}`, exact: true })
  await expectVisible(company(3))
  company(22).element().scrollIntoView()
  await expectGone(company(3))
  for (const number of [2, 4, 23, 24, 45]) await expect.element(company(number)).toBeInTheDocument()
})

it('a click on a row opens the company', async () => {
  await open({
    'admin.getCompany': noResponse(),
    'admin.companyStats': noResponse(),
    'admin.companyOwner': noResponse(),
  })
  await person.click(row('Halden').getByText('1,042'))
  await expect.poll(() => location.pathname).toBe('/admin/company/id-Halden')
  expect(openWindow).not.toHaveBeenCalled()
  await expectVisible(page.getByRole('navigation', { name: 'Back office' }))
})
