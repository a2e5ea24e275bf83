/**
 * A recording behind a public link: anyone can watch it from the moment named in the link, until the link is deleted.
 */
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { createRecordingFolder } from '../support/recording-folder.ts'
import { checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'
import { createApiClient, publishPieces, uploadRecording } from '../support/api-client.ts'

const recordings = createRecordingFolder()
test.afterAll(() => recordings.remove())

test('a guest watches a shared recording until the link is deleted @soak', async ({
  db,
  createCompany,
  browser,
  server: { baseURL },
}) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const call = createApiClient(baseURL, company.owner)
  const video = await uploadRecording(call, baseURL, await recordings.create('meter.mp4', { seconds: 12 }))
  const { article } = await publishPieces(call, workspace.id, [
    [video, 0, 6000],
    [video, 6000, 6000],
  ])
  const { sharedData } = await call<{ sharedData: { token: string } }>('POST', `/api/shared/article/${article.id}`, {
    shared: true,
  })

  const guest = await (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
  await guest.goto(`/b/shared/${sharedData.token}?at=step-2`)
  const position = guest.getByRole('slider', { name: 'Position' })
  await expect(position).toHaveAttribute('aria-valuenow', '6')
  await guest.keyboard.press('k')
  await expect.poll(async () => Number(await position.getAttribute('aria-valuenow'))).toBeGreaterThan(6)
  await guest.keyboard.press('k')
  expect(await checkScreen(guest, { name: 'shared-recording', widths: [1440, 820, 390, 360] })).toEqual([])

  await guest.setViewportSize({ width: 800, height: 450 })
  await guest.goto(`/embed/${sharedData.token}`)
  await expect(position).toBeVisible()
  expect(await checkScreen(guest, { name: 'embedded-recording', widths: [800, 390] })).toEqual([])

  await guest.goto(`/b/shared/${sharedData.token}`)
  await expect(position).toBeVisible()
  await expect
    .poll(() =>
      guest
        .locator('video')
        .first()
        .evaluate((element: HTMLVideoElement) => element.readyState),
    )
    .toBe(4)
  await call('POST', `/api/shared/article/${article.id}`, { shared: false })
  // Simulates a request for the next part of the file, without the browser's cached data.
  await guest.route('**/files/**', (route) => route.continue())
  await guest
    .locator('video')
    .first()
    .evaluate((element: HTMLVideoElement) => element.load())
  await expect(guest.getByRole('heading', { level: 1, name: "The shared article hasn't been found." })).toBeVisible()
  await expect(guest.locator('video')).toHaveCount(0)
  await guest.context().close()
})
