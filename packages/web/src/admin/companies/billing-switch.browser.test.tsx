import { expect, it } from 'vitest'
import type { AdminCompany } from '@knowreel/shared/admin/admin.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectVisible, menuItem, person, toast } from '../../../test/person.ts'
import { anOperatorSession } from '../../../test/samples.ts'

const openCompanies = (isBilling: boolean) => {
  const company: AdminCompany = {
    id: 'halden',
    title: 'Halden',
    slug: 'halden',
    domain: null,
    isActivated: true,
    isAiEnabled: false,
    isBilling,
    createdAt: '2026-01-05T09:00:00.000Z',
  }
  return openPage('/admin/companies', {
    session: anOperatorSession(),
    answers: {
      'admin.countJobs': { count: 0, isEstimate: false, failed: 0, failedNames: [] },
      'admin.searchCompanies': {
        companies: [{ company, stat: { usersCount: 46, workspacesCount: 14, storageSize: 0 } }],
        count: 1,
      },
      'admin.setBilling': { company: { ...company, isBilling: !isBilling } },
    },
  })
}

const choose = async (item: string) => {
  await person.click(button('Actions for Halden'))
  await person.click(menuItem(item))
}

it('disables billing after a question, which says that the subscription is canceled', async () => {
  const { server } = await openCompanies(true)
  await choose('Disable billing')
  const question = dialog('Disable billing for Halden?')
  await expectVisible(question.getByText('The company’s subscription is canceled immediately and permanently'))
  expect(server.requests('admin.setBilling')).toEqual([])
  await person.click(question.getByRole('button', { name: 'Disable billing' }))
  await expectVisible(toast('Billing is off for Halden'))
  expect(server.requests('admin.setBilling').map(({ body }) => body)).toEqual([{ isBilling: false }])
})

it('enables billing after a question, which says who can no longer work', async () => {
  const { server } = await openCompanies(false)
  await choose('Enable billing')
  const question = dialog('Enable billing for Halden?')
  await expectVisible(question.getByText('Nobody in the company can work until the owner has chosen'))
  await person.click(question.getByRole('button', { name: 'Cancel' }))
  await expect.element(question).not.toBeInTheDocument()
  expect(server.requests('admin.setBilling')).toEqual([])
  await choose('Enable billing')
  await person.click(dialog('Enable billing for Halden?').getByRole('button', { name: 'Enable billing' }))
  await expectVisible(toast('Billing is on for Halden'))
  expect(server.requests('admin.setBilling').map(({ body }) => body)).toEqual([{ isBilling: true }])
})
