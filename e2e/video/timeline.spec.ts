/** Editing a recording on its timeline: split, move, trim and undo, by mouse and keyboard. */
import type { Locator, Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { uploadTestRecording } from '../support/upload-test-recording.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'

/** The rest of the page has its own checks. */
const editor = '[aria-label="Video editor"]'
const tools = (page: Page) => page.getByRole('toolbar', { name: 'Editing tools' })
const block = (page: Page, name: string) => page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem', { name })
const tool = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true })
const clock = (page: Page, time: string) => expect(tools(page)).toContainText(time)

async function pull(page: Page, handle: Locator, px: number) {
  const box = await handle.boundingBox()
  if (!box) throw new Error('Nothing to take hold of')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + px, y, { steps: 6 })
  await page.mouse.up()
}

test('a recording is cut into paragraphs and trimmed', async ({ db, createCompany, server }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const videoId = await uploadTestRecording(server.baseURL, company.owner.token, 20)
  const part = (title: string, start: number, dur: number) => ({
    id: newKey(),
    title,
    tags: [],
    isExpanded: true,
    map: [{ videoId, in: start, dur }],
    items: [],
  })
  const article = await buildArticle(db, {
    workspace,
    title: 'Triage a meter',
    paragraphs: [part('Read the ticket', 0, 8000), part('Check the gateway', 8000, 12_000)],
    textTabs: [],
  })

  const page = await company.owner.open(`/article/${article.shortId}/edit/video`)
  const complaints = collectConsoleErrors(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(block(page, 'Read the ticket, 0:00 to 0:08')).toBeVisible()

  // Moves the playhead with the ruler's keys and adds a paragraph there.
  await page.getByRole('slider', { name: 'Position' }).focus()
  for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+ArrowRight')
  await clock(page, '0:04.00')
  await page.keyboard.press('p')
  await expect(block(page, 'Paragraph #1, 0:04 to 0:08')).toBeVisible()
  await expect(block(page, 'Paragraph #1, 0:04 to 0:08')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Title of Paragraph #1')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(block(page, 'Paragraph #1, 0:04 to 0:08')).toBeFocused()
  await page.keyboard.press('p')
  await expect(page.getByRole('alert').filter({ hasText: /./ }), 'too near to its beginning').toBeVisible()

  // Moves its border by mouse and by keyboard.
  const border = page.getByRole('slider', { name: 'Start of Paragraph #1' })
  const width = (await page.getByRole('tree', { name: 'Timeline' }).boundingBox())?.width ?? 0
  await pull(page, border, (width / 20) * 2)
  await expect(block(page, 'Read the ticket, 0:00 to 0:06')).toBeVisible()
  await border.focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(border).toHaveAttribute('aria-valuetext', /^(4\.9|5|5\.1) seconds$/)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(block(page, 'Paragraph #1, 0:04 to 0:08')).toBeVisible()

  // Moves it under the first paragraph, where nothing can be nested below it.
  await block(page, 'Paragraph #1').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(block(page, 'Paragraph #1')).toHaveAttribute('aria-level', '2')
  await block(page, 'Read the ticket').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(block(page, 'Check the gateway, 0:00 to 0:12')).toBeVisible()
  await block(page, 'Read the ticket').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByText('Only two levels allowed')).toBeVisible()
  await page.keyboard.press('Control+z')

  // Removes a tenth of the recording and undoes it.
  await page.getByRole('slider', { name: 'Position' }).focus()
  await page.keyboard.press('Home')
  for (let press = 0; press < 10; press++) await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('t')
  await expect(tools(page)).toContainText('Remove 2.0 s')
  await pull(page, page.getByRole('slider', { name: 'End of the part to remove' }), (width / 20) * 2)
  await expect(tools(page)).toContainText(/Remove (3\.9|4\.0|4\.1) s/)
  await page.getByRole('slider', { name: 'Start of the part to remove' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(tools(page)).toContainText(/Remove (2\.9|3\.0|3\.1) s/)
  expect(await checkScreen(page, { name: 'timeline-trim', widths: [1440, 820, 390, 360], selector: editor })).toEqual(
    [],
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await tool(page, 'Apply').click()
  await expect(tools(page)).toContainText('/ 0:17')
  await tool(page, 'Undo').click()
  await expect(tools(page)).toContainText('/ 0:20')
  // The button under the pointer shows its hint, which closes by the same key.
  await expect(page.getByRole('tooltip', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('t')
  await expect(tool(page, 'Apply')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tool(page, 'Apply')).toBeHidden()

  await page.setViewportSize({ width: 1600, height: 900 })
  await tool(page, 'Zoom in').click()
  await expect(page.getByRole('slider', { name: 'Zoom' })).not.toHaveValue('0')
  await page.keyboard.press('-')
  await expect(page.getByRole('slider', { name: 'Zoom' })).toHaveValue('0')

  // Renames a paragraph; a reload keeps the name and everything else.
  await block(page, 'Check the gateway').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Look at the heartbeat')
  await page.keyboard.press('Enter')
  await expect(block(page, 'Look at the heartbeat')).toBeFocused()
  await expect(page.getByText(/^Saved/).first()).toBeVisible()
  await page.reload()
  await expect(block(page, 'Look at the heartbeat, 0:08 to 0:20')).toBeVisible()
  expect(await checkScreen(page, { name: 'timeline', widths: [1440, 390], selector: editor })).toEqual([])
  expect(complaints).toEqual([])
})
