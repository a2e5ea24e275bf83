/** Comments on words of a note: created, highlighted, followed through edits and linked to. */
import type { Page } from '@playwright/test'
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { createQuote } from '../../packages/shared/src/comment/quote-anchor.rules.ts'
import { quotableBlocks } from '../../packages/shared/src/comment/quotable-blocks.rules.ts'
import { buildArticle, buildNote } from '../../packages/server/src/article/article.builder.ts'
import { buildComment } from '../../packages/server/src/comment/comment.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Company } from '../support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable]'))
const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' })
const margin = (page: Page) => page.getByRole('group', { name: 'Comments in the text' }).getByRole('button')

/** Selects words as mouse or keys do; the words must lie in one text node. */
const select = (page: Page, words: string) =>
  page.locator('[data-quoted]').evaluate((note, wanted) => {
    const texts = document.createTreeWalker(note, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const at = text.nodeValue?.indexOf(wanted) ?? -1
      if (at >= 0) return getSelection()?.setBaseAndExtent(text, at, text, at + wanted.length)
    }
    throw new Error(`There is no '${wanted}'`)
  }, words)

type Found = { db: Parameters<typeof buildWorkspace>[0]; company: Company; texts: readonly string[] }

async function anArticle({ db, company, texts }: Found) {
  const workspace = await buildWorkspace(db, { company, title: 'Runbooks', visibility: 'organization' })
  const tabs = texts.map((text, index) => ({
    id: newKey(),
    title: ['Note', 'Second'][index],
    slug: ['note', 'second'][index],
    note: buildNote(text),
  }))
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: tabs })
  const comment = (words: string, text: string) => {
    const tab = tabs.find(({ note }) => quotableBlocks(note).some((block) => block.text.includes(words)))
    const block = tab && quotableBlocks(tab.note).find((one) => one.text.includes(words))
    const quote = block && createQuote(block, block.text.indexOf(words), words.length)
    if (!quote) throw new Error(`There is no '${words}'`)
    return buildComment(db, { article, text, quote: { ...quote, textTabId: tab.id } })
  }
  return { comment, address: `/b/${workspace.shortId}/x/${article.shortId}`, edit: `/article/${article.shortId}/edit` }
}

test('a reader comments on words, and the comment follows them while the note is edited and published', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const jonas = await company.join()
  const texts = ['Turn the valve to the left.\nThen open the gate and wait for the green light.\nThat is all.']
  const { address, edit } = await anArticle({ db, company, texts })

  const reader = await jonas.open(address)
  await expect(reader.getByText('That is all.')).toBeVisible()
  await select(reader, 'open the gate')
  await reader.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(panel(reader)).toContainText('open the gate')
  const written = panel(reader).getByRole('textbox', { name: 'Comment', exact: true })
  await written.pressSequentially('Which one?')
  await written.press('Shift+Enter')
  const mark = margin(reader).and(reader.getByRole('button', { name: '1 comment on “open the gate”' }))
  await expect(mark).toBeVisible()

  // Keyboard only: the icon is a tab stop and opens the comment.
  await panel(reader).getByRole('button', { name: 'Close comments' }).click()
  await mark.press('Enter')
  await expect(panel(reader)).toContainText('Which one?')
  await expect(mark).toHaveAttribute('aria-current', 'true')

  // The words move to a block of their own, and the icon moves with them.
  const writer = await company.owner.open(edit)
  await expect(editor(writer)).toBeEditable()
  await expect(margin(writer)).toHaveCount(1)
  const before = await margin(writer).boundingBox()
  await select(writer, 'Then ')
  await writer.keyboard.press('ArrowRight')
  await writer.keyboard.press('Enter')
  await writer.keyboard.type('Now ')
  await expect.poll(async () => (await margin(writer).boundingBox())?.y).toBeGreaterThan(before?.y ?? 0)
  await writer.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(writer).toHaveURL(/\/b\//)
  await expect(writer.getByText('Now open the gate')).toBeVisible()
  await expect(margin(writer)).toHaveAccessibleName('1 comment on “open the gate”')

  // Comments on deleted words appear only in the list.
  const again = await company.owner.open(edit)
  await expect(editor(again)).toBeEditable()
  await expect(margin(again)).toHaveCount(1)
  await select(again, 'the gate')
  await again.keyboard.press('Delete')
  await expect(margin(again)).toHaveCount(0)
  await again.getByRole('button', { name: '1 comment', exact: true }).click()
  await expect(panel(again)).toContainText('These words are no longer in the note.')
  await again.keyboard.press('Control+z')
})

test('words selected in the editor can be commented on, also by keyboard @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { edit } = await anArticle({ db, company, texts: ['Turn the valve to the left.\nThen open the gate.'] })
  const page = await company.owner.open(edit, { viewport: { width: 1440, height: 900 } })
  const complaints = collectConsoleErrors(page)
  await expect(editor(page)).toBeEditable()
  await editor(page).click()
  await select(page, 'the valve')
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Comment' }).click()
  await expect(panel(page)).toContainText('the valve')
  await expect(panel(page).getByRole('textbox', { name: 'Comment', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Close comments' }).click()
  await expect(panel(page)).toHaveCount(0)
  await editor(page).click()
  await select(page, 'open the')
  await page.keyboard.press('Control+Alt+m')
  await expect(panel(page)).toContainText('open the')
  expect(complaints).toEqual([])
})

test('a URL leads to a comment and to its words in another tab @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const lines = Array.from({ length: 60 }, (_, index) => `Line ${index} of many.`).join('\n')
  const { address, comment } = await anArticle({
    db,
    company,
    texts: ['The first.', `${lines}\nHere is the end of it.`],
  })
  const { id } = await comment('the end of it', 'Is it?')
  const page = await company.owner.open(`${address}?showComment=${id}`)
  await expect(panel(page)).toContainText('Is it?')
  await expect(page.getByRole('tab', { name: 'Second' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Here is the end of it.')).toBeInViewport()
})

test('the margin looks right at every width @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const texts = [
    'Most meters that go quiet are fine; nine times in ten it is the third line, and the rest are batteries.\nOpen the heartbeat chart.',
  ]
  const { address, comment } = await anArticle({ db, company, texts })
  await comment('nine times in ten', 'Still?')
  await comment('the third line', 'Which?')
  await comment('the heartbeat chart', 'Where is it?')
  const page = await company.owner.open(address, { viewport: { width: 1440, height: 900 } })
  const complaints = collectConsoleErrors(page)
  await expect(margin(page)).toHaveCount(3)
  const tops = async () => (await margin(page).all()).map(async (mark) => (await mark.boundingBox())?.y ?? 0)
  const [first = 0, second = 0] = await Promise.all(await tops())
  expect(second - first).toBe(12)
  // The focused icon is not covered; the arrow keys move between icons.
  await margin(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(margin(page).nth(1)).toBeFocused()
  await expect.poll(async () => (await Promise.all(await tops())).map((top) => top - first)[1]).toBe(32)
  expect(await checkScreen(page, { name: 'quotes', widths: [1440, 820, 390, 360] })).toEqual([])
  // On a phone, tapping the words themselves opens the comment.
  await page.setViewportSize({ width: 390, height: 844 })
  const words = page.getByText('Open the heartbeat chart.')
  const box = await words.boundingBox()
  await page.mouse.click((box?.x ?? 0) + 100, (box?.y ?? 0) + 12)
  await expect(page.getByText('Where is it?')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(margin(page).first()).toBeHidden()
  expect(complaints).toEqual([])
})
