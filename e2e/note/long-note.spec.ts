/** Editing a note so long that the browser lays out only the blocks near the viewport. */
import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable=true]'))
/** Without the word joiner that a colleague's caret adds. */
const lines = async (page: Page) =>
  (await editor(page).locator('p').allTextContents()).map((line) => line.replaceAll('\u2060', ''))

const count = 400
const written = Array.from({ length: count }, (_, index) => `line ${index}`)

test('a long note is edited like a short one at every scroll position @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, title: 'Runbooks', visibility: 'organization' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Every gate',
    textTabs: [{ text: written.join('\n') }],
  })
  const page = await company.owner.open(`/article/${article.shortId}/edit`, { viewport: { width: 1440, height: 900 } })
  const complaints = collectConsoleErrors(page)
  await expect(editor(page)).toBeEditable()
  await expect.poll(() => lines(page)).toEqual(written)
  const expected = [...written]
  const last = editor(page).locator(':scope > p').last()
  await expect(last).toHaveCSS('content-visibility', 'auto')

  // An empty line far outside the viewport: typed text goes where the caret is.
  await editor(page).getByText('line 3', { exact: true }).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  expected.splice(4, 0, '')
  await expect.poll(() => lines(page)).toEqual(expected)
  await page.mouse.move(720, 450)
  await page.mouse.wheel(0, 9_000)
  await expect(editor(page).getByText('line 3', { exact: true })).not.toBeInViewport()
  await page.keyboard.type('still here')
  expected[4] = 'still here'
  await expect.poll(() => lines(page)).toEqual(expected)
  await expect(editor(page).getByText('still here')).toBeInViewport()

  await page.keyboard.press('Control+End')
  await page.keyboard.type(' at the end')
  expected[count] = `${expected[count]} at the end`
  await expect.poll(() => lines(page)).toEqual(expected)
  await expect(editor(page).getByText('at the end')).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('the ')
  expected[0] = 'the line 0'
  await expect.poll(() => lines(page)).toEqual(expected)

  // Joins two blocks and splits them again.
  const at = 33
  const border = expected[at]
  await editor(page).locator(':scope > p').nth(at).click()
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  const joined = expected.toSpliced(at - 1, 2, `${expected[at - 1]}${border}`)
  await expect.poll(() => lines(page)).toEqual(joined)
  await page.keyboard.press('Enter')
  await expect.poll(() => lines(page)).toEqual(expected)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.type('up ')
  expected[at - 1] = `up ${expected[at - 1]}`
  await expect.poll(() => lines(page)).toEqual(expected)

  // Inserts many blocks at one position.
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const many = Array.from({ length: 80 }, (_, index) => `more ${index}`)
  for (const line of many) await page.keyboard.type(`${line}\n`)
  expected.splice(at, 0, ...many, '')
  await expect.poll(() => lines(page)).toEqual(expected)

  // Deletes everything and undoes it. Changes within half a second are one undo step.
  await page.waitForTimeout(700)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect.poll(() => lines(page)).toEqual([''])
  await expect(last).toHaveCSS('content-visibility', 'visible')
  await page.keyboard.press('Control+z')
  await expect.poll(() => lines(page)).toEqual(expected)
  await expect(last).toHaveCSS('content-visibility', 'auto')

  // Other people and the next visit see the same text.
  const other = await company.owner.open(new URL(page.url()).pathname)
  await expect(editor(other)).toBeEditable()
  await expect.poll(() => lines(other)).toEqual(expected)
  await editor(other).getByText('line 399').click()
  await other.keyboard.press('End')
  await other.keyboard.type(' and the end')
  expected[expected.length - 1] += ' and the end'
  await expect.poll(() => lines(page)).toEqual(expected)
  expect(complaints).toEqual([])
})
