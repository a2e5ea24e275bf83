/** Editing the paragraphs of a recording: in the sidebar, by mouse and keyboard, alone and together. */
import type { Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { uploadTestRecording } from '../support/upload-test-recording.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test as base, type Company } from '../support/people.ts'

type Draft = { company: Company; address: string; workspaceId: string }

/** One company with one recording for all tests; each test gets its own draft. */
let cinema: { company: Company; workspaceId: string; videoId: string }

const test = base.extend<{ draft: Draft }>({
  draft: async ({ server }, use) => {
    const { company, workspaceId, videoId } = cinema
    const piece = (title: string, second: number, items: unknown[] = []) => ({
      id: newKey(),
      title,
      duration: 10_000,
      pm: [{ totalTime: 0, videoTime: second * 1000, videoId }],
      items,
    })
    const answer = await fetch(`${server.baseURL}/api/article/new/draft`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${company.owner.token}` },
      body: JSON.stringify({
        title: 'Triage a ticket',
        workspace: workspaceId,
        textTabs: [{ id: newKey(), title: 'Checklist', text: '<p>Look first, then act.</p>' }],
        paragraphs: [
          piece('Read the ticket', 0),
          piece('Check the heartbeat', 10, [piece('Gaps in the chart', 20)]),
          piece('Open the console', 30),
          piece('Close the ticket', 40),
        ],
      }),
    })
    const { article } = (await answer.json()) as { article: { shortId: string } }
    await use({ company, address: `/draft/${article.shortId}`, workspaceId })
  },
})

test.beforeAll(async ({ db, createCompany, server }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const videoId = await uploadTestRecording(server.baseURL, company.owner.token, 50)
  cinema = { company, workspaceId: workspace.id, videoId }
})

const tree = (page: Page) => page.getByRole('region', { name: 'Paragraphs', exact: true }).getByRole('tree')
const row = (page: Page, title: string) => tree(page).locator('[data-paragraph]').filter({ hasText: title })
const titles = (page: Page) => tree(page).locator('[data-paragraph] [title]:not([aria-hidden])').allTextContents()
const begun = ['Read the ticket', 'Check the heartbeat', 'Gaps in the chart', 'Open the console', 'Close the ticket']
const levels = (page: Page) =>
  tree(page)
    .locator('[data-paragraph]')
    .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('aria-level'))))
const isSaved = async (page: Page) => {
  await expect(page.getByText(/^Saved /).first()).toBeVisible()
}
test('paragraphs are renamed, tagged, merged and deleted, and every step can be undone @soak', async ({ draft }) => {
  const page = await draft.company.owner.open(draft.address)
  await expect.poll(() => titles(page)).toEqual(begun)
  await row(page, 'Open the console').click()
  await expect(row(page, 'Open the console')).toHaveAttribute('aria-current', 'true')

  await page.keyboard.press('F2')
  await page.getByLabel('Title of the paragraph').fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Title is required')).toBeVisible()
  await page.getByLabel('Title of the paragraph').fill('Open the device console')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Open the device console'), 'the keyboard goes on where it was').toBeFocused()

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Tags' }).click()
  await page.keyboard.type('modem')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Open the device console').getByText('modem')).toBeVisible()
  await isSaved(page)
  await page.reload()
  await expect(row(page, 'Open the device console').getByText('modem'), 'what was said to be saved is').toBeVisible()

  await row(page, 'Read the ticket').hover()
  await page.getByRole('button', { name: 'Actions for Read the ticket' }).click()
  await page.getByRole('menuitem', { name: 'Merge with previous' }).click()
  await expect(page.getByText('This paragraph can not be joined to previous')).toBeVisible()
  await row(page, 'Close the ticket').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Merge with previous' }).click()
  await expect(row(page, 'Close the ticket')).toHaveCount(0)
  await row(page, 'Gaps in the chart').click()
  await page.keyboard.press('Delete')
  const left = ['Read the ticket', 'Check the heartbeat', 'Open the device console']
  await expect.poll(() => titles(page)).toEqual(left)
  await expect(row(page, 'Check the heartbeat'), 'the focus goes to the one before').toBeFocused()

  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => titles(page)).toHaveLength(5)
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+y')
  await expect.poll(() => titles(page)).toEqual(left)
  await page.getByLabel('Title', { exact: true }).fill('Triage')
  await page.keyboard.press('Control+z')
  expect(await titles(page), 'a field undoes its own typing').toEqual(left)
})

test('paragraphs are added at the playhead, and move by keyboard and mouse @soak', async ({ draft }) => {
  const page = await draft.company.owner.open(draft.address)
  await row(page, 'Close the ticket').click()
  await expect(row(page, 'Close the ticket')).toHaveAttribute('aria-current', 'true')
  const add = page.getByRole('button', { name: /^Add a paragraph at 0:40/ })
  await add.click()
  await expect(
    page.getByText('You can not add paragraph at this position. Too close to another paragraph.'),
  ).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('p')
  await expect.poll(() => titles(page)).toEqual([...begun, 'Paragraph #1'])

  await row(page, 'Open the console').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => titles(page)).toEqual([begun[0], begun[3], begun[1], begun[2], begun[4], 'Paragraph #1'])
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => levels(page)).toEqual([1, 2, 1, 2, 1, 1])
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => titles(page)).toEqual([...begun, 'Paragraph #1'])
  await expect(row(page, 'Open the console')).toBeFocused()
  await row(page, 'Check the heartbeat').click()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByText('Only two levels allowed')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, 'Gaps in the chart'), 'folded').toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'Gaps in the chart')).toBeVisible()

  const drag = async (title: string, onto: string, share: number) => {
    await row(page, title).hover()
    const box = await row(page, onto).boundingBox()
    if (!box) throw new Error('The row is not there')
    await row(page, title)
      .locator('[title="Drag to move"]')
      .dragTo(row(page, onto), { targetPosition: { x: 60, y: box.height * share } })
  }
  await drag('Close the ticket', 'Read the ticket', 0.1)
  await expect.poll(() => titles(page)).toEqual([begun[4], ...begun.slice(0, 4), 'Paragraph #1'])
  await drag('Close the ticket', 'Open the console', 0.5)
  await expect.poll(() => levels(page)).toEqual([1, 1, 2, 1, 2, 1])
  await drag('Check the heartbeat', 'Open the console', 0.5)
  await expect(page.getByText('Only two levels allowed')).toBeVisible()
  await isSaved(page)
  await page.reload()
  await expect.poll(() => levels(page)).toEqual([1, 1, 2, 1, 2, 1])
})

test('two people cut one recording, and neither loses anything', async ({ draft, db }) => {
  const colleague = await draft.company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  await grantWorkspaceRole(db, { workspace: { id: draft.workspaceId }, user: colleague, role: 'editor' })
  const mine = await draft.company.owner.open(draft.address)
  const theirs = await colleague.open(draft.address)
  await expect.poll(() => titles(theirs)).toEqual(begun)
  await row(mine, 'Close the ticket').click()
  await mine.keyboard.press('Delete')
  await row(theirs, 'Read the ticket').click()
  await theirs.keyboard.press('F2')
  await theirs.keyboard.type('Read it well')
  await theirs.keyboard.press('Enter')
  const both = ['Read it well', begun[1], begun[2], begun[3]]
  await expect.poll(() => titles(theirs)).toEqual(both)
  await expect.poll(() => titles(mine)).toEqual(both)
  await mine.keyboard.press('Control+z')
  await expect.poll(() => titles(mine), 'undo leaves what the other did').toEqual([...both, begun[4]])
  await expect.poll(() => titles(theirs)).toEqual([...both, begun[4]])

  // Both change the pieces of one paragraph before receiving each other's change.
  await mine.context().setOffline(true)
  await row(mine, 'Open the console').click()
  await mine.keyboard.press('Delete')
  await row(theirs, 'Open the console').click({ button: 'right' })
  await theirs.getByRole('menuitem', { name: 'Merge with previous' }).click()
  await isSaved(theirs)
  await mine.context().setOffline(false)
  await expect(mine.getByText(/Jonas Lindqvist changed the same paragraphs at the same time/)).toBeVisible({
    timeout: 20_000,
  })
  await mine.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(() => titles(mine)).toEqual(['Read it well', begun[1], begun[2], begun[4]])
  await isSaved(mine)
  await mine.keyboard.press('Control+z')
  await expect.poll(() => titles(theirs), 'the other version is one undo away').toEqual(await titles(mine))

  const published = await titles(mine)
  await mine.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(theirs.getByText('This draft was published')).toBeVisible()
  await theirs.getByRole('button', { name: 'Keep editing' }).click()
  await expect(theirs).toHaveURL(/\/article\//)
  await expect.poll(() => titles(theirs)).toEqual(published)
})

test('a killed server loses nothing that was shown as saved, and receives the rest when it is back @soak', async ({
  draft,
  server,
}) => {
  const page = await draft.company.owner.open(draft.address)
  const rename = async (title: string, next: string) => {
    await row(page, title).click()
    await page.keyboard.press('F2')
    await page.getByLabel('Title of the paragraph').fill(next)
    await page.keyboard.press('Enter')
  }
  await rename('Read the ticket', 'Read it well')
  await isSaved(page)
  const back = server.restart('SIGKILL')
  await rename('Close the ticket', 'Close it well')
  await back
  await expect(page.getByText(/^Saved /).first()).toBeVisible({ timeout: 20_000 })
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Read it well', begun[1], begun[2], begun[3], 'Close it well'])
})

test('the recording is deleted, the notes are shown, and undo brings it back @soak', async ({ draft }) => {
  const page = await draft.company.owner.open(draft.address)
  await expect.poll(() => titles(page)).toEqual(begun)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete the recording' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the recording' }).click()
  await expect(page.getByText('The recording was successfully deleted.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Checklist' })).toBeVisible()
  await isSaved(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(page)).toEqual(begun)
  await isSaved(page)
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(begun)
})

test('the tree looks right and passes axe at every width @soak', async ({ draft }) => {
  const page = await draft.company.owner.open(draft.address)
  const complaints = collectConsoleErrors(page)
  await expect.poll(() => titles(page)).toEqual(begun)
  await row(page, 'Gaps in the chart').click()
  // The timeline has its own test.
  const part = 'section[aria-label="Paragraphs"]'
  expect(await checkScreen(page, { name: 'edit-paragraphs', widths: [1440, 820, 390, 360], selector: part })).toEqual(
    [],
  )
  expect(complaints).toEqual([])
})
