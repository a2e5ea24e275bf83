/** Editing and watching in a browser that cannot decode; soak tests run the other journeys in one as well. */
import type { Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { uploadTestRecording } from '../support/upload-test-recording.ts'
import { expect, test } from '../support/people.ts'

/** Size and brightness of the picture that is visible in the middle of a stage. */
const picture = (page: Page, stage: string) =>
  page.locator(`${stage} video`).evaluateAll((videos) => {
    const [front] = videos.toSorted((one, other) => Number(other.style.zIndex) - Number(one.style.zIndex))
    if (!(front instanceof HTMLVideoElement)) return null
    const { width, height } = front.getBoundingClientRect()
    return { isWide: width > 300, isHigh: height > 150, hasFrame: front.readyState >= 2 }
  })
const shown = { isWide: true, isHigh: true, hasFrame: true }

test('without decoding support a recording with cuts is edited and watched @soak', async ({
  db,
  createCompany,
  server,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const videoId = await uploadTestRecording(server.baseURL, company.owner.token, 6)
  const part = (title: string, start: number, dur: number) => ({
    id: newKey(),
    title,
    tags: [],
    isExpanded: true,
    map: [{ videoId, in: start, dur }],
    items: [],
  })
  const paragraphs = [part('Read the ticket', 3000, 1500), part('Check the gateway', 0, 2000)]
  const article = await buildArticle(db, { workspace, title: 'Triage a meter', paragraphs, textTabs: [] })

  const editing = await company.owner.open(`/article/${article.shortId}/edit/video`, { canDecode: false })
  await expect.poll(() => picture(editing, '[aria-label="Video editor"]')).toEqual(shown)
  const time = editing.getByRole('slider', { name: 'Position' })
  await time.focus()
  await editing.keyboard.press('k')
  await expect
    .poll(async () => Number(await time.getAttribute('aria-valuenow')), 'plays over the cut')
    .toBeGreaterThan(2)
  await editing.keyboard.press('k')

  const address = `/b/${workspace.shortId}/x/${article.shortId}`
  const watching = await company.owner.open(address, { canDecode: false })
  await expect.poll(() => picture(watching, '[data-stage]')).toEqual(shown)
  await watching.keyboard.press('k')
  await expect(watching, 'over the cut').toHaveURL(/\/check-the-gateway$/)
})
