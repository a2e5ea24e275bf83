/** Reactions and comments where they were made: on the recording being watched, and on the timeline being edited. */
import type { Locator, Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { buildArticle, type BuiltArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildArticleReaction, buildComment } from '../../packages/server/src/comment/comment.builder.ts'
import {
  buildWorkspace,
  grantWorkspaceRole,
  type BuiltWorkspace,
} from '../../packages/server/src/workspace/workspace.builder.ts'
import { uploadTestRecording } from '../support/upload-test-recording.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Person } from '../support/people.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

let ines: Person
let jonas: Person
let workspace: BuiltWorkspace
let videoId: string

test.beforeAll(async ({ db, createCompany, server }) => {
  const company = await createCompany({ title: 'Halden Systems', owner: { firstName: 'Ines', lastName: 'Okafor' } })
  ines = company.owner
  jonas = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'public' })
  await grantWorkspaceRole(db, { workspace, user: jonas, role: 'viewer' })
  videoId = await uploadTestRecording(server.baseURL, ines.token, 20)
})

const part = (title: string, start: number, dur: number) => ({
  id: newKey(),
  title,
  tags: [],
  isExpanded: true,
  map: [{ videoId, in: start, dur }],
  items: [],
})

/** The two halves of the recording are one paragraph each. */
async function buildRunbook(db: Parameters<typeof buildArticle>[0], title: string) {
  const paragraphs = [part('Read the ticket', 0, 10_000), part('Check the gateway', 10_000, 10_000)]
  const article = await buildArticle(db, { workspace, title, paragraphs, textTabs: [] })
  const [first, second] = paragraphs.map(({ id }) => id)
  return {
    article,
    at: (time: number) => ({
      paragraphId: (time < 10_000 ? first : second) ?? '',
      videoId,
      videoTime: time,
      time: time % 10_000,
    }),
  }
}

const addressOf = ({ shortId }: BuiltArticle) => `/b/${workspace.shortId}/support-runbooks/${shortId}/x/video`
const line = (page: Page) => page.getByRole('group', { name: 'Reactions and comments' })
const pin = (page: Page, name: string | RegExp) => line(page).getByRole('button', { name })
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })
const card = (page: Page) => page.getByRole('list', { name: /Thumbs up|Fire|Heart|reactions and comments/ })
const block = (page: Page, name: string): Locator =>
  page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem', { name })

test('markers look right at every width, alone and in groups @soak', async ({ db }) => {
  const { article, at } = await buildRunbook(db, 'Triage a “meter offline” ticket')
  await buildArticleReaction(db, { article, author: ines, icon: '👍', anchor: at(1000) })
  await buildComment(db, { article, author: jonas, text: 'Where is the serial number?', anchor: at(2400) })
  await buildArticleReaction(db, { article, author: jonas, icon: '❤️', anchor: at(6000) })
  await buildComment(db, { article, author: ines, text: 'It beats every 30 seconds.', anchor: at(8000) })
  await buildComment(db, { article, author: jonas, text: 'Every 60 on the new ones.', anchor: at(8200) })
  for (let index = 0; index < 12; index++)
    await buildArticleReaction(db, {
      article,
      author: index % 2 ? ines : jonas,
      icon: '🔥',
      anchor: at(13_000 + index),
    })
  await buildArticleReaction(db, { article, author: jonas, icon: '😮', anchor: at(19_900) })

  const visit = async (options: Parameters<Person['open']>[1], widths: number[], name: string) => {
    const page = await ines.open('about:blank', { reducedMotion: 'reduce', ...options })
    const complaints = collectConsoleErrors(page)
    await page.goto(addressOf(article))
    await expect(pin(page, 'Heart by Jonas Lindqvist at 6 seconds')).toBeVisible()
    return { page, problems: async () => [...(await checkScreen(page, { name, widths })), ...complaints] }
  }
  const wide = await visit({ viewport: { width: 1440, height: 900 } }, [1440, 820], 'reactions')
  await pin(wide.page, '12 reactions and comments around 13 seconds').hover()
  await expect(card(wide.page).getByRole('listitem')).toHaveCount(12)
  expect(await wide.problems()).toEqual([])
  const small = await visit(phone, [390, 360], 'reactions-phone')
  await pin(small.page, '12 reactions and comments around 13 seconds').tap()
  await expect(card(small.page).getByRole('listitem')).toHaveCount(12)
  await small.page.keyboard.press('Escape')
  await small.page.getByRole('button', { name: 'React', exact: true }).tap()
  await expect(small.page.getByRole('button', { name: 'Heart', exact: true })).toBeVisible()
  expect(await small.problems()).toEqual([])
})

test('a reaction appears immediately, for others soon, and can be taken back @soak', async ({ db }) => {
  const { article, at } = await buildRunbook(db, 'Restart a gateway')
  await buildComment(db, { article, author: ines, text: 'This is the step people forget.', anchor: at(15_000) })
  const his = await jonas.open(addressOf(article))
  const hers = await ines.open(addressOf(article))
  await expect(pin(hers, /^Comment by Ines Okafor/)).toBeVisible()

  // Keyboard only: to the middle, the picker, the last emoji.
  await expect(position(his)).toHaveAttribute('aria-valuemax', '20')
  await his.keyboard.press('5')
  await expect(position(his)).toHaveAttribute('aria-valuenow', '10')
  await his.keyboard.press('e')
  await expect(his.getByRole('button', { name: 'Thumbs up', exact: true })).toBeFocused()
  await his.keyboard.press('ArrowLeft')
  await his.keyboard.press('Enter')
  await expect(pin(his, 'Heart by Jonas Lindqvist at 10 seconds')).toBeVisible()
  await expect(pin(hers, 'Heart by Jonas Lindqvist at 10 seconds')).toBeVisible({ timeout: 40_000 })

  // A marker seeks to its moment.
  await pin(hers, 'Heart by Jonas Lindqvist at 10 seconds').click()
  await expect(position(hers)).toHaveAttribute('aria-valuenow', '10')
  await expect(hers.getByRole('button', { name: /^Remove/ }), 'she edits the article').toBeVisible()

  // He takes back his own reaction from the card, by keyboard; another person's comment offers no such action.
  await pin(his, /^Comment by/).focus()
  await his.keyboard.press('ArrowLeft')
  await expect(card(his)).toContainText('Jonas Lindqvist')
  await his.getByRole('button', { name: 'Remove Heart' }).press('Enter')
  await expect(pin(his, /^Heart/)).toHaveCount(0)
  await expect(pin(hers, /^Heart/)).toHaveCount(0, { timeout: 40_000 })
})

test('guests see reactions without names and cannot react @soak', async ({ db, browser, server }) => {
  const { article, at } = await buildRunbook(db, 'Read a gateway log')
  await buildArticleReaction(db, { article, author: jonas, icon: '🔥', anchor: at(5000) })
  await buildComment(db, { article, author: jonas, text: 'Between us', anchor: at(15_000) })
  const context = await browser.newContext({ baseURL: server.baseURL })
  const page = await context.newPage()
  await page.goto(addressOf(article))
  await pin(page, 'Fire at 5 seconds').hover()
  await expect(card(page).getByRole('listitem')).toHaveText(/^🔥\s*Fire/)
  await expect(page.getByText('Jonas Lindqvist')).toHaveCount(0)
  await expect(line(page).getByRole('button')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'React', exact: true })).toHaveCount(0)
  await context.close()
})

test('while paragraphs are edited, markers move with their material @soak', async ({ db }) => {
  const { article, at } = await buildRunbook(db, 'Escalate at night')
  await buildArticleReaction(db, { article, author: jonas, icon: '🔥', anchor: at(5000) })
  const page = await ines.open('about:blank', { viewport: { width: 1440, height: 900 } })
  const complaints = collectConsoleErrors(page)
  await page.goto(`/article/${article.shortId}/edit/video`)
  await expect(pin(page, 'Fire by Jonas Lindqvist at 5 seconds')).toBeVisible()

  await block(page, 'Read the ticket, 0:00 to 0:10').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(pin(page, 'Fire by Jonas Lindqvist at 15 seconds')).toBeVisible()
  await block(page, 'Read the ticket, 0:10 to 0:20').focus()
  await page.keyboard.press('Delete')
  await expect(pin(page, /^Fire/), 'its material is gone').toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(pin(page, 'Fire by Jonas Lindqvist at 15 seconds')).toBeVisible()

  // A reaction added here stays hidden from readers until the next publish.
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Grin', exact: true }).click()
  await expect(page.getByText("This reaction won't be permanent till you republish the article")).toBeVisible()
  await expect(pin(page, /^Grin by Ines Okafor/)).toBeVisible()
  const his = await jonas.open(addressOf(article))
  await expect(pin(his, 'Fire by Jonas Lindqvist at 5 seconds')).toBeVisible()
  await expect(pin(his, /^Grin/)).toHaveCount(0)
  expect(
    await checkScreen(page, { name: 'reactions-edit', widths: [1440, 820], selector: '[aria-label="Video editor"]' }),
  ).toEqual([])

  // A reaction with a comment is one marker, which opens the comment.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('5')
  await page.keyboard.press('e')
  await page.getByRole('switch', { name: 'React with a comment' }).click()
  await page.getByRole('button', { name: 'Surprised', exact: true }).click()
  await page.getByRole('complementary', { name: 'Comments' }).getByRole('textbox').click()
  await page.keyboard.type('At last')
  await page.keyboard.press('Shift+Enter')
  await expect(
    page.getByText('To make the reaction appear on the timeline, please republish the recording'),
  ).toBeVisible()
  await pin(page, 'Comment with Surprised by Ines Okafor at 10 seconds').hover()
  await expect(page.getByRole('list', { name: /^Comment with Surprised/ })).toContainText('At last')
  expect(complaints).toEqual([])
})
