import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminCompanyRow } from '@knowreel/shared/admin/admin.calls.ts'
import { openPage } from '../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, heading, link, menuItem, person, toast } from '../../test/person.ts'
import { aCompany, anOperatorSession, aSession } from '../../test/samples.ts'
import { refuse, type Answers } from '../../test/fake-server.ts'
import { aJob, aRow, someStats } from './admin.fixture.ts'

let rows: AdminCompanyRow[] = []
const companyAnswers = (): Answers => ({
  'admin.countJobs': { count: 1284, isEstimate: false, failed: 3, failedNames: [] },
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

  it('are searched for “0” too, and each is shown once if one was created while they were loaded', async () => {
    rows = Array.from({ length: 25 }, (_, index) => aRow(`Company ${index}`))
    const { server } = await openPage('/admin/companies', { session: anOperatorSession(), answers: companyAnswers() })
    await expectVisible(link('Company 0'))
    rows.unshift(aRow('Newest'))
    link('Company 21').element().scrollIntoView()
    await expectVisible(link('Company 24'))
    expect(link('Company 21').elements()).toHaveLength(1)
    await person.fill(page.getByRole('searchbox', { name: 'Search companies' }), '0')
    await expect.poll(() => server.requests('admin.searchCompanies').at(-1)?.params.q).toBe('0 ')
    await person.fill(page.getByRole('searchbox', { name: 'Search companies' }), '  ')
    await expect.poll(() => server.requests('admin.searchCompanies').at(-1)?.params.q).toBe('0')
  })

  it('load their next page near the end of the list', async () => {
    rows = Array.from({ length: 25 }, (_, index) => aRow(`Company ${index}`))
    const { server } = await openPage('/admin/companies', { session: anOperatorSession(), answers: companyAnswers() })
    await expectVisible(link('Company 0'))
    expect(server.requests('admin.searchCompanies')).toHaveLength(1)
    link('Company 21').element().scrollIntoView()
    await expectVisible(link('Company 24'))
  })

  it('offer to try again when their next page could not be loaded', async () => {
    rows = Array.from({ length: 25 }, (_, index) => aRow(`Company ${index}`))
    const { server } = await openPage('/admin/companies', {
      session: anOperatorSession(),
      answers: {
        ...companyAnswers(),
        'admin.searchCompanies': ({ query }) =>
          Number(query['page'] ?? 1) === 1 ? { companies: rows.slice(0, 22), count: 25 } : refuse('internal'),
      },
    })
    await expectVisible(link('Company 0'))
    link('Company 21').element().scrollIntoView()
    await expectVisible('More companies could not be loaded.')
    server.answer(companyAnswers())
    await person.click(button('Try again'))
    await expectVisible(link('Company 24'))
    await expectGone(page.getByText('More companies could not be loaded.'))
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
      'admin.companyStats': someStats,
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

it('goes to the last page of the jobs when the jobs of its page are gone', async () => {
  const { server } = await openPage('/admin/jobs?page=3', {
    session: anOperatorSession(),
    answers: {
      ...companyAnswers(),
      'admin.searchJobs': ({ query }) => ({
        jobs: query.page === 1 ? [aJob({ name: 'send-mail' })] : [],
        count: 1,
        isCountCapped: false,
      }),
    },
  })
  await expectVisible('send-mail')
  expect(location.search).not.toContain('page')
  expect(server.requests('admin.searchJobs').map(({ query }) => query.page)).toEqual([3, 1])
})

it('says so when there are no jobs, on any page', async () => {
  await openPage('/admin/jobs?page=3', {
    session: anOperatorSession(),
    answers: { ...companyAnswers(), 'admin.searchJobs': { jobs: [], count: 0, isCountCapped: false } },
  })
  await expectVisible("You don't have any jobs yet.")
})

it('offers to try again for each part of a company that could not be loaded', async () => {
  const { company } = aRow('Halden')
  const { server } = await openPage(`/admin/company/${company.id}`, {
    session: anOperatorSession(),
    answers: {
      ...companyAnswers(),
      'admin.getCompany': { company: { ...company, users: [] } },
      'admin.companyStats': refuse('internal'),
      'admin.companyOwner': refuse('internal'),
    },
  })
  await expectVisible('The totals could not be loaded.')
  await expectVisible('The owner could not be loaded.')
  server.answer({
    'admin.companyStats': someStats,
    'admin.companyOwner': {
      owner: { id: 'ines', firstName: 'Ines', lastName: 'Okafor', email: 'ines@halden.example' },
    },
  })
  await person.click(button('Try again').first())
  await expectVisible('386')
  await person.click(button('Try again'))
  await expect.element(page.getByLabelText('First name')).toHaveValue('Ines')
})

it('shows that the number of many jobs is an estimate', async () => {
  await openPage('/admin/jobs', {
    session: anOperatorSession(),
    answers: {
      ...companyAnswers(),
      'admin.searchJobs': { jobs: [aJob({})], count: 10_000, isCountCapped: true },
      'admin.countJobs': { count: 1_000_029, isEstimate: true, failed: 0, failedNames: [] },
    },
  })
  await expectVisible(heading('Jobs (≈ 1,000,029)'))
  await expectVisible('There are more jobs than these pages. A narrower search finds older ones.')
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

it('marks pages without header, too', async () => {
  const session = aSession({
    company: aCompany({ title: 'Halden', isBilling: true, isPaid: false }),
    loggedInAs: { operatorName: 'Priya', endsAt: new Date(Date.now() + 52 * 60_000).toISOString() },
  })
  await openPage('/checkout', {
    session,
    answers: { 'company.paidStatus': { status: 'none' }, 'session.providers': { providers: [] } },
  })
  await expectVisible('You are logged in to Halden as Ines Okafor')
  await expectVisible(button('Leave'))
})
