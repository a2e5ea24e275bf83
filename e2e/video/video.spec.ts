/** A recording, from a file on one person's disk to a colleague who watches it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test } from '../support/people.ts'

let folder: string
let recording: string
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-recordings-'))
  recording = path.join(folder, 'meter-reading_final.mp4')
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env.FFMPEG_PATH ?? null,
    ffprobePath: process.env.FFPROBE_PATH ?? null,
  })
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=30:duration=4']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4']
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac']
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...picture, ...sound, ...codecs, '-movflags', '+faststart', recording])
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const position = (page: Page) => page.getByRole('slider', { name: 'Position' })
const secondsOf = async (page: Page) => Number(await position(page).getAttribute('aria-valuenow'))
const paragraphs = (page: Page) => page.getByRole('navigation', { name: 'Paragraphs' })

test('a video is uploaded, published and watched by a colleague', async ({ db, createCompany }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const reader = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })

  const page = await company.owner.open(`/b/${workspace.shortId}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Upload video/ }).click()
  await dialog.locator('input[type=file]').setInputFiles(recording)
  await expect(dialog.getByLabel('Title'), 'the name of the file is a start').toHaveValue('meter reading final')
  await dialog.getByLabel('Title').fill('Read a meter')
  await dialog.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Support runbooks' }).click()
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(page).toHaveURL(/\/draft\/[a-z0-9]{10}$/)
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page).toHaveURL(/\/b\/.+\/read-a-meter/)

  const theirs = await reader.open(new URL(page.url()).pathname)
  await theirs.getByRole('button', { name: 'Play the video' }).click()
  await expect.poll(() => secondsOf(theirs), { timeout: 20_000 }).toBeGreaterThan(1)
  await theirs.keyboard.press('k')
  await expect(theirs.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await theirs.keyboard.press('Home')
  await expect.poll(() => secondsOf(theirs)).toBe(0)
})

test('pieces of a recording play as one, and the URL follows @soak', async ({ db, createCompany }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const page = await company.owner.open(`/b/${workspace.shortId}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Upload video/ }).click()
  const accepted = page.waitForResponse((answer) => answer.url().endsWith('/api/video-upload/accept'))
  await dialog.locator('input[type=file]').setInputFiles(recording)
  await dialog.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Support runbooks' }).click()
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  const { id: videoId } = (await (await accepted).json()) as { id: string }
  await expect(page.getByRole('region', { name: 'Video editor' })).toBeVisible({ timeout: 30_000 })

  const piece = (title: string, start: number, dur: number) => ({
    id: newKey(),
    title,
    tags: [],
    isExpanded: true,
    map: [{ videoId, in: start, dur }],
    items: [],
  })
  const tree = [piece('Open the door', 2000, 1500), piece('Read the dial', 0, 2500)]
  const article = await buildArticle(db, { workspace, title: 'Read a meter', paragraphs: tree, textTabs: [] })

  const address = `/b/${workspace.shortId}/x/${article.shortId}`
  const watching = await company.owner.open(`${address}/x/read-the-dial`)
  await expect.poll(() => secondsOf(watching), 'a link leads to its paragraph').toBe(2)
  await watching.keyboard.press('Home')
  await watching.keyboard.press('k')
  await expect(watching).toHaveURL(/\/open-the-door$/, { timeout: 20_000 })
  await expect(watching, 'over the cut').toHaveURL(/\/read-the-dial$/, { timeout: 20_000 })
  await paragraphs(watching)
    .getByRole('button', { name: /Open the door/ })
    .click()
  await expect.poll(() => secondsOf(watching)).toBeLessThan(2)
})
