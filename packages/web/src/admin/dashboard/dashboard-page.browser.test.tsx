import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { InstallationDay } from '@knowreel/shared/admin/admin.calls.ts'
import type { Check } from '@knowreel/shared/system-check/system-check.calls.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectVisible, heading, link, person, toast } from '../../../test/person.ts'
import { anOperatorSession, aSession } from '../../../test/samples.ts'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { aRow, longAgo } from '../admin.fixture.ts'

const aCheck = (name: string, change: Partial<Check>): Check => ({
  name,
  title: name,
  state: 'ok',
  result: 'fine',
  advice: null,
  lines: [],
  milliseconds: 3,
  ...change,
})

const days: InstallationDay[] = Array.from({ length: 30 }, (_, index) => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  companies: index === 29 ? 6 : 0,
  workspaces: 1,
  articles: 2,
  users: 3,
  recordings: 4,
  jobs: index === 0 ? null : 5,
  storage: index === 0 ? null : 1_000_000_000,
}))

const answers: Answers = {
  'admin.stats': { companies: 212, workspaces: 3418, articles: 41_902, users: 9774, days },
  'admin.countJobs': { count: 40, isEstimate: false, failed: 3, failedNames: ['make-storyboard', 'send-mention-mail'] },
  'admin.searchCompanies': { companies: [aRow('Halden'), aRow('Nordlys')], count: 2 },
  'systemCheck.read': {
    checks: [
      aCheck('Disk', { state: 'warning', result: '82 of 100 GB used' }),
      aCheck('Email', { state: 'failure', result: 'The server does not answer' }),
      aCheck('Clock', {}),
    ],
    isRunning: false,
    finishedAt: longAgo,
    serverTime: longAgo,
  },
}
const open = (more: Answers = {}) =>
  openPage('/admin', { session: anOperatorSession(), answers: { ...answers, ...more } })

it('shows the totals, what was added in 30 days, and the days as a list for screen readers', async () => {
  await open()
  await expectVisible(heading('Dashboard'))
  for (const text of ['Total Companies', '212', '6 more in 30 days', '3,418', '41,902', '9,774'])
    await expectVisible(text)
  await expectVisible('120 in 30 days')
  await expect.element(page.getByText('30 Nov: 4')).toBeInTheDocument()
  for (const title of ['Recordings per day', 'Storage', 'Sign-ups per day', 'Jobs per day'])
    await expectVisible(heading(title))
})

it('names the jobs that failed, and what the last system check found, failures first', async () => {
  await open({ 'admin.searchJobs': { jobs: [], count: 0, isCountCapped: false } })
  await expectVisible('3 jobs failed: make-storyboard, send-mention-mail')
  await expectVisible('Email: The server does not answer')
  await expectVisible('Disk: 82 of 100 GB used')
  const found = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent ?? '')
  const indexOf = (text: string) => found.findIndex((line) => line.startsWith(text))
  expect(indexOf('Email')).toBeLessThan(indexOf('Disk'))
  expect(indexOf('Clock')).toBe(-1)
  await expectVisible(link('Halden'))
  await person.click(link('Show jobs'))
  await expect.poll(() => location.pathname).toBe('/admin/jobs')
})

it('says so when nothing needs attention', async () => {
  await open({
    'admin.countJobs': { count: 40, isEstimate: false, failed: 0, failedNames: [] },
    'systemCheck.read': { checks: [], isRunning: false, finishedAt: null, serverTime: longAgo },
  })
  await expectVisible('Nothing needs attention')
})

it('cleans up videos after a question', async () => {
  const { server } = await open({ 'admin.cleanVideos': { success: true, jobId: '1' } })
  await person.click(button('Clean-up videos'))
  await person.click(dialog('Clean up videos?').getByRole('button', { name: 'Cancel' }))
  expect(server.requests('admin.cleanVideos')).toEqual([])
  await person.click(button('Clean-up videos'))
  await person.click(dialog('Clean up videos?').getByRole('button', { name: 'Clean-up videos' }))
  await expectVisible(toast('Clean-up started'))
})

it('offers to try again when the totals could not be loaded', async () => {
  const { server } = await open({ 'admin.stats': refuse('internal') })
  await expectVisible('The dashboard could not be loaded.')
  server.answer(answers)
  await person.click(button('Try again'))
  await expectVisible('212')
})

it('offers to try again when the newest companies could not be loaded', async () => {
  const { server } = await open({ 'admin.searchCompanies': refuse('internal') })
  await expectVisible('The companies could not be loaded.')
  server.answer(answers)
  await person.click(button('Try again'))
  await expectVisible(link('Nordlys'))
})

it('is not for people who do not maintain the installation', async () => {
  await openPage('/admin', { session: aSession() })
  await expect.poll(() => location.pathname).not.toContain('/admin')
})
