import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminCompanyRow, AdminJob } from '@knowreel/shared/admin/admin.calls.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, heading, link, menuItem, person, toast } from '../../test/person.ts'
import { aCompany, anOperatorSession, aSession } from '../../test/samples.ts'
import type { Answers } from '../../test/fake-server.ts'

const longAgo = '2026-01-05T09:00:00.000Z'

const aRow = (title: string, change: Partial<AdminCompanyRow['company']> = {}): AdminCompanyRow => ({
  company: {
    id: `id-${title}`,
    title,
    slug: title.toLowerCase(),
    domain: null,
    isActivated: true,
    isAiEnabled: false,
    isBilling: false,
    createdAt: longAgo,
    ...change,
  },
  stat: { usersCount: 1042, workspacesCount: 14, storageSize: 0 },
})

const aJob = (change: Partial<AdminJob>): AdminJob => ({
  id: '1',
  name: 'make-storyboard',
  title: 'Make a storyboard',
  status: 'failed',
  attempts: 3,
  limit: 3,
  workerName: 'worker-2',
  log: 'Read 41 frames',
  error: 'Error: ffmpeg ended with code 1',
  data: { videoId: 'v1' },
  lastAttemptAt: longAgo,
  nextAttemptAt: null,
  createdAt: longAgo,
  updatedAt: longAgo,
  ...change,
})

let rows: AdminCompanyRow[] = []
const companyAnswers = (): Answers => ({
  'admin.countJobs': { count: 1284, isEstimate: false, failed: 3 },
  'admin.searchCompanies': ({ query }) => ({
    companies: Number(query['page'] ?? 1) === 1 ? rows.slice(0, 22) : rows.slice(22),
    count: rows.length,
  }),
})

beforeEach(() => {
  rows = [aRow('Halden'), aRow('Nordlys', { isActivated: false, isBilling: true })]
})

describe('companies', () => {
  it('are filtered by the server, after a pause in typing', async () => {
    const { server } = await openPage('/admin/companies', { session: anOperatorSession(), answers: companyAnswers() })
    await expectVisible(link('Halden'))
    await expectVisible('1,042')
    await person.fill(page.getByRole('searchbox', { name: 'Search companies' }), 'nor')
    await person.click(button('Billing: All'))
    await person.click(menuItem('Yes'))
    await expect.poll(() => server.requests('admin.searchCompanies').at(-1)?.query).toMatchObject({ isBilling: '1' })
    await expect.poll(() => location.search).toContain('q=nor')
  })

  it('load their next page near the end of the list', async () => {
    rows = Array.from({ length: 25 }, (_, index) => aRow(`Company ${index}`))
    const { server } = await openPage('/admin/companies', { session: anOperatorSession(), answers: companyAnswers() })
    await expectVisible(link('Company 0'))
    expect(server.requests('admin.searchCompanies')).toHaveLength(1)
    link('Company 21').element().scrollIntoView()
    await expectVisible(link('Company 24'))
  })

  it('are removed only by typing their title', async () => {
    const { server } = await openPage('/admin/companies', {
      session: anOperatorSession(),
      answers: { ...companyAnswers(), 'admin.removeCompany': { success: true } },
    })
    await person.click(button('Actions for Halden'))
    await person.click(menuItem('Remove'))
    const question = dialog('Delete Halden?')
    await person.fill(question.getByLabelText('Type Halden to confirm'), 'halden')
    await person.click(question.getByRole('button', { name: 'Delete company' }))
    await expectVisible("Input value doesn't match the company name")
    expect(server.requests('admin.removeCompany')).toHaveLength(0)
    await person.fill(question.getByLabelText('Type Halden to confirm'), 'Halden')
    await person.click(question.getByRole('button', { name: 'Delete company' }))
    await expectVisible(toast('Halden is being removed'))
    expect(server.requests('admin.removeCompany')[0]?.body).toEqual({ title: 'Halden' })
  })
})

it('switches AI of a company', async () => {
  const { company } = aRow('Halden')
  const { server } = await openPage(`/admin/company/${company.id}`, {
    session: anOperatorSession(),
    answers: {
      ...companyAnswers(),
      'admin.getCompany': { company: { ...company, users: [] } },
      'admin.companyStats': { users: 49, workspaces: 14, articles: 386, storage: 412_600_000 },
      'admin.companyOwner': { owner: null },
      'admin.setAi': { company: { ...company, isAiEnabled: true } },
    },
  })
  await expectVisible(heading('Halden'))
  await expectVisible('412.6 MB')
  await expectVisible('No owner information available.')
  await person.click(page.getByRole('switch', { name: 'Ai enabled?' }))
  await expectVisible(toast('AI is on for Halden'))
  expect(server.requests('admin.setAi')[0]?.body).toEqual({ isAiEnabled: true })
})

it('shows the error of a job, and resets it after a question', async () => {
  const { server } = await openPage('/admin/jobs', {
    session: anOperatorSession(),
    answers: {
      ...companyAnswers(),
      'admin.searchJobs': {
        jobs: [aJob({}), aJob({ id: '2', status: 'processing', lastAttemptAt: new Date().toISOString() })],
        count: 2,
        isCountCapped: false,
      },
      'admin.resetJob': { job: aJob({ status: 'new', attempts: 0 }) },
    },
  })
  await expectVisible(heading('Jobs (1,284)'))
  await expectVisible('worker-2')
  await person.click(button('Actions for make-storyboard'))
  await person.click(menuItem('Error'))
  await expectVisible('Error: ffmpeg ended with code 1')
  await person.click(button('Hide'))
  await expectGone(page.getByText('Error: ffmpeg ended with code 1'))
  await person.click(button('Actions for make-storyboard'))
  await person.click(menuItem('Reset'))
  await person.click(dialog('Reset make-storyboard?').getByRole('button', { name: 'Reset job' }))
  await expectVisible(toast('Job reset'))
  expect(server.requests('admin.resetJob')).toHaveLength(1)
})

it('shows that the number of many jobs is an estimate', async () => {
  await openPage('/admin/jobs', {
    session: anOperatorSession(),
    answers: {
      ...companyAnswers(),
      'admin.searchJobs': { jobs: [aJob({})], count: 10_000, isCountCapped: true },
      'admin.countJobs': { count: 1_000_029, isEstimate: true, failed: 0 },
    },
  })
  await expectVisible(heading('Jobs (≈ 1,000,029)'))
})

it('marks every page of an operator who is logged in as somebody, with a way out', async () => {
  const session = aSession({
    company: aCompany({ title: 'Halden' }),
    loggedInAs: { operatorName: 'Priya', endsAt: new Date(Date.now() + 52 * 60_000).toISOString() },
  })
  const { server } = await openPage('/', {
    session,
    answers: { 'session.logOut': { success: true }, 'session.providers': { providers: [] } },
  })
  await expectVisible('You are logged in to Halden as Ines Okafor')
  await expectVisible('Ends in 52 min')
  await person.click(button('Leave'))
  await expect.poll(() => server.requests('session.logOut')).toHaveLength(1)
})
