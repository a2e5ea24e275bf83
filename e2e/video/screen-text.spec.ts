/** Text on the screen: detected in the paused frame in the browser, without any other server than ours. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { makeTextVideo } from '../../packages/server/test/text-pictures.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { checkScreen, collectConsoleErrors } from '../support/check-screen.ts'
import { createApiClient, publishPieces, uploadRecording } from '../support/api-client.ts'
import { expect, test } from '../support/people.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-text-'))
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const scenes = [
  {
    lines: ['Gateways / Heartbeat by site', 'Replace the seal every 400 hours', 'Uplink lost carrier, retrying'],
    seconds: 4,
  },
  { lines: ['Замініть ущільнювач', 'Перевірте з’єднання'], seconds: 4 },
]

test('the text of the paused frame is detected, copied and left again @soak', async ({
  db,
  createCompany,
  server: { baseURL },
}) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const call = createApiClient(baseURL, company.owner)
  const file = path.join(folder, 'text.mp4')
  await makeTextVideo(file, scenes, { isDark: true })
  const video = await uploadRecording(call, baseURL, file)
  const { article } = await publishPieces(call, workspace.id, [
    [video, 0, 4000],
    [video, 4000, 4000],
  ])
  const page = await company.owner.open(`/b/${workspace.shortId}/w/${article.shortId}/a`, {
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const problems = collectConsoleErrors(page)
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !/^(data|blob):/.test(request.url())) outside.push(request.url())
  })
  await page.getByRole('slider', { name: 'Position' }).waitFor()
  await page.getByRole('button', { name: 'Detect text' }).click()
  await expect(page.getByText(/^Detecting text, \d+ %$/)).toBeVisible()
  await expect(page.getByText('3 texts found at 0:00')).toBeVisible({ timeout: 30_000 })
  const panel = page.getByRole('complementary', { name: 'Text in this frame' })
  await panel.getByRole('button', { name: 'Uplink lost carrier, retrying', exact: true }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Uplink lost carrier, retrying')
  // Boxes lie over the words of the picture.
  const box = page.getByRole('group', { name: 'Text in this frame' }).getByText('Replace the seal every 400 hours')
  await box.click({ clickCount: 3 })
  expect(await page.evaluate(() => document.getSelection()?.toString().trim())).toBe('Replace the seal every 400 hours')
  expect(await checkScreen(page, { name: 'text-detection', widths: [1440, 820, 390, 360] })).toEqual([])

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Language of the text: English' }).click()
  await page.getByRole('menuitem', { name: 'Ukrainian' }).click()
  await expect(page.getByText(/texts found/)).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('9')
  await expect(panel.getByText('Замініть ущільнювач')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Quit OCR Mode' }).click()
  await expect(panel).toHaveCount(0)
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('toolbar', { name: 'Text in this frame' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Paragraphs' })).toBeVisible()
  expect(outside).toEqual([])
  expect(problems).toEqual([])
})
