/** A published play map becomes one rendition, which people watch and, if permitted, download. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test } from '../support/people.ts'
import { createApiClient, publishPieces as publish, uploadRecording as upload } from '../support/api-client.ts'

const { ffmpeg, ffprobe } = await findMediaTools({
  ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
  ffprobePath: process.env['FFPROBE_PATH'] ?? null,
})

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-recordings-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeRecording(name: string): string {
  const recording = path.join(folder, `${name}.mp4`)
  const input = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=30:duration=4']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac']
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...input, ...sound, ...codecs, recording])
  return recording
}

const secondsIn = (file: string) =>
  Number(execFileSync(ffprobe, ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]).toString())

const button = (page: Page) => page.getByRole('button', { name: 'Download recording' })

test('several pieces become one rendition, which can be watched and downloaded @soak', async ({
  db,
  createCompany,
  server: { baseURL },
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const reader = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const call = createApiClient(baseURL, company.owner)
  const one = await upload(call, baseURL, makeRecording('Rooftop north'))
  const { article } = await publish(call, workspace.id, [
    [one, 2000, 1500],
    [one, 0, 1200],
  ])
  const rendition = async () =>
    (await call<{ article: { rendition: unknown } }>('GET', `/api/article/${article.id}`)).article.rendition
  await expect.poll(rendition, { timeout: 30_000 }).toMatchObject({ mime: 'video/mp4', duration: 2700 })

  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  await expect(page.locator('video'), 'one element for all pieces').toHaveCount(1)
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration))
    .toBeCloseTo(2.7, 1)

  await button(page).click()
  const items = page.getByRole('menuitem')
  await expect(items).toHaveText(['read-a-meter.mp4', 'rooftop-north.mp4'])
  const saving = page.waitForEvent('download')
  await items.first().click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('read-a-meter.mp4')
  expect(secondsIn(await saved.path())).toBeCloseTo(2.7, 1)

  const theirs = await reader.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  await expect(theirs.getByRole('button', { name: 'Play the video' })).toBeVisible()
  await expect(button(theirs), 'a reader saves nothing').toHaveCount(0)
})

test('a single recording is downloaded immediately; an article without one says so @soak', async ({
  db,
  createCompany,
  server: { baseURL },
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const call = createApiClient(baseURL, company.owner)
  const one = await upload(call, baseURL, makeRecording('whole'))
  const { article } = await publish(call, workspace.id, [[one, 0, 4000]])
  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  const saving = page.waitForEvent('download')
  await button(page).click()
  expect((await saving).suggestedFilename()).toBe('read-a-meter.mp4')

  await page.route('**/api/article/*/videos', (route) => route.fulfill({ json: { urls: [], rendition: null } }))
  await button(page).click()
  await expect(page.getByText('No videos found for this route')).toBeVisible()
})
