import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, menuItem, person, row, toast } from '../../../test/person.ts'
import { anOperatorSession } from '../../../test/samples.ts'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { aJob } from '../admin.fixture.ts'

const answers: Answers = {
  'admin.countJobs': { count: 2, isEstimate: false, failed: 1, failedNames: ['make-storyboard'] },
  'admin.searchJobs': {
    jobs: [
      aJob(),
      aJob({
        id: '2',
        name: 'transcribe-video',
        status: 'processing',
        attempts: 1,
        workerName: null,
        data: { videoId: 'v2' },
        lastAttemptAt: new Date(Date.now() - 158_000).toISOString(),
      }),
    ],
    count: 2,
    isCountCapped: false,
  },
}
const open = (more: Answers = {}, size = {}) =>
  openPage('/admin/jobs', { session: anOperatorSession(), answers: { ...answers, ...more }, ...size })

it('a running job shows its parameters, who works on it and for how long, and has no menu', async () => {
  await open()
  const running = row('transcribe-video')
  await expectVisible(running.getByText('{"videoId": "v2"}'))
  await expectVisible(running.getByText('Application'))
  await expectVisible(running.getByText(/^02:\d\d$|^2:\d\d$/))
  await expect.element(button('Actions for transcribe-video')).not.toBeInTheDocument()
})

it('on a phone, too, it shows who works on it and for how long', async () => {
  await open({}, phone)
  await expectVisible(row('transcribe-video').getByText('Application').first())
})

it('the log of a job is shown and hidden', async () => {
  await open()
  await person.click(button('Actions for make-storyboard'))
  await person.click(menuItem('Logs'))
  await expectVisible('Read 41 frames')
  await person.click(button('Hide'))
  await expectGone(page.getByText('Read 41 frames'))
})

it('the error of a job is hidden once the job is reset', async () => {
  const { server } = await open()
  await person.click(button('Actions for make-storyboard'))
  await person.click(menuItem('Error'))
  await expectVisible('Error: ffmpeg ended with code 1')
  const reset = aJob({ status: 'new', attempts: 0, error: null })
  server.answer({ 'admin.searchJobs': { jobs: [reset], count: 1, isCountCapped: false } })
  await person.click(button('Refresh'))
  await expectGone(button('Hide'))
})

it('a job is deleted after a question', async () => {
  const { server } = await open({ 'admin.removeJob': { success: true } })
  await person.click(button('Actions for make-storyboard'))
  await person.click(menuItem('Delete'))
  expect(server.requests('admin.removeJob')).toEqual([])
  await person.click(dialog('Delete make-storyboard?').getByRole('button', { name: 'Delete job' }))
  await expectVisible(toast('Job deleted'))
  expect(server.requests('admin.removeJob')).toMatchObject([{ params: { id: '1' } }])
})

it('done jobs are removed after a question, which can be canceled', async () => {
  const { server } = await open({ 'admin.removeDoneJobs': { success: true, count: 12 } })
  await person.click(button('Remove done jobs'))
  await person.click(dialog('Remove all done jobs?').getByRole('button', { name: 'Cancel' }))
  expect(server.requests('admin.removeDoneJobs')).toEqual([])
  await person.click(button('Remove done jobs'))
  await person.click(dialog('Remove all done jobs?').getByRole('button', { name: 'Remove done jobs' }))
  await expectVisible(toast('12 done jobs removed'))
})

it('the list refreshes itself every 5 seconds, and when asked to', async () => {
  const { server } = await open()
  await expectVisible(row('make-storyboard'))
  const first = performance.now()
  expect(server.requests('admin.searchJobs')).toHaveLength(1)
  await expect.poll(() => server.requests('admin.searchJobs').length, { timeout: 12_000, interval: 50 }).toBe(2)
  expect(performance.now() - first).toBeGreaterThan(4000)
  await person.click(button('Refresh'))
  await expect.poll(() => server.requests('admin.searchJobs').length, { timeout: 3000 }).toBe(3)
})

it('the list stays when it could not be refreshed, and the button says why', async () => {
  const { server } = await open()
  await expectVisible(row('make-storyboard'))
  server.answer({ 'admin.searchJobs': refuse('too_many_requests') })
  await person.click(button('Refresh'))
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Too many attempts' }))
  await expectVisible(row('make-storyboard'))
})
