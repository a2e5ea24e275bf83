/**
 * A recording of six hours, fed in minutes: what all processes of the browser need for it. RECORDER_HOURS makes it shorter or
 * longer.
 */
import { chromium } from '@playwright/test'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import { openFeedPage } from './recorder/open-feed-page.ts'
import { memoryOf } from './support/browser-processes.ts'
import { expect, test } from './support/page-recorder.ts'

const hours = Number(process.env.RECORDER_HOURS ?? 6)
const chunksPerHour = 7200
const chunkBytes = 4000

test('six hours of recording take at most 150 MB more, and are found quickly after a crash', async ({
  db,
  server,
  createCompany,
  createProfile,
}) => {
  test.setTimeout(900_000)
  const company = await createCompany()
  const { owner } = company
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const profile = createProfile()
  const context = await chromium.launchPersistentContext(profile, test.info().project.use.launchOptions)
  const page = await openFeedPage(context, server.baseURL)
  const draft = await (
    await page.request.post(`${server.baseURL}/api/article/new/draft`, {
      headers: { authorization: `Bearer ${owner.token}` },
      data: { title: 'Six hours', workspace: workspace.id, isNotUploadedVideo: true },
    })
  ).json()
  await page.evaluate(([token, id]) => window.feed.open(token, id), [owner.token, draft.article.id] as const)
  // Code and buffers of the first minutes are not what grows.
  await page.evaluate(([count, bytes]) => window.feed.feedChunks(count, bytes), [600, chunkBytes] as const)
  const before = memoryOf(profile)
  const growth: number[] = []
  for (let half = 0; half < hours * 2; half++) {
    await page.evaluate(([count, bytes]) => window.feed.feedChunks(count, bytes), [
      chunksPerHour / 2,
      chunkBytes,
    ] as const)
    growth.push(Math.round(memoryOf(profile) - before))
  }
  console.log(`MB more after each half hour: ${growth.join(' ')}`)
  const listed = await page.evaluate(() => window.feed.list())
  console.log(`${hours} hours are found in ${Math.round(listed.ms)} ms`)
  expect(growth.at(-1)).toBeLessThan(150)
  expect(listed).toMatchObject({ recordings: 1, elapsed: (600 + hours * chunksPerHour) * 500 })
  expect(listed.ms).toBeLessThan(10_000)
  await context.close()
})
