/**
 * Features of the note editor besides typing: suggestion lists at the caret, bars, block menus, tables, columns,
 * mentions, paste.
 */
import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Company } from '../support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable]'))
const option = (page: Page, name: string) => page.getByRole('option', { name })
const bar = (page: Page, name: string) => page.getByRole('toolbar', { name })
const blocks = (page: Page) => editor(page).locator(':scope > *')

type Found = { db: Parameters<typeof buildWorkspace>[0]; company: Company; lines?: string }

async function openEditor({ db, company, lines = '' }: Found, size = { width: 1440, height: 900 }): Promise<Page> {
  const workspace = await buildWorkspace(db, { company, title: 'Runbooks', visibility: 'organization' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: [{ text: lines }] })
  const page = await company.owner.open(`/article/${article.shortId}/edit`, { viewport: size })
  await expect(editor(page)).toBeEditable()
  await editor(page).click()
  await page.keyboard.press('Control+End')
  return page
}

const write = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.type(text)
}

async function pick(page: Page, typed: string, name: string): Promise<void> {
  await write(page, `/${typed}`)
  await expect(option(page, name)).toBeVisible()
  await expect(option(page, name)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

async function paste(page: Page, data: Record<string, string>): Promise<void> {
  await editor(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

test('blocks, tables and columns are created by keyboard and shown to readers unchanged @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const page = await openEditor({ db, company })
  const complaints = collectConsoleErrors(page)
  await pick(page, 'heading 2', 'Heading 2')
  await write(page, 'Before you begin\n')
  await pick(page, 'two', 'Two columns')
  await write(page, 'Left words')
  await expect(bar(page, 'Columns')).toBeVisible()
  await bar(page, 'Columns').getByRole('button', { name: 'Sidebar left' }).click()
  await expect(editor(page).locator('[data-type=columns]')).toHaveAttribute('data-layout', 'sidebar-left')
  await write(page, '\n/tabl')
  await expect(option(page, 'Table of any size')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const _ of '/tabl') await page.keyboard.press('Backspace')

  await editor(page).locator('[data-type=column]').last().click()
  await write(page, 'Right words')
  // A click below the text continues writing there.
  await page.locator('.note-editor').click({ position: { x: 200, y: 500 } })
  await pick(page, 'any', 'Table of any size')
  const grid = page.getByRole('slider', { name: 'Rows × columns' })
  await expect(grid).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
  await pick(page, 'any', 'Table of any size')
  await expect(grid).toBeFocused()
  await expect(page.getByText('2 × 2')).toBeVisible()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
  await expect(grid.locator('span')).toHaveCount(5 * 6)
  await page.keyboard.press('Enter')
  await expect(editor(page).locator('tr')).toHaveCount(3)
  await expect(editor(page).locator('tr').first().locator('th')).toHaveCount(5)
  await write(page, 'Head')
  await expect(bar(page, 'Table')).toBeVisible()
  await bar(page, 'Table').getByRole('button', { name: 'Delete column' }).click()
  await expect(editor(page).locator('tr').first().locator('th')).toHaveCount(4)

  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page.getByRole('heading', { name: 'Before you begin', level: 2 })).toBeVisible()
  await expect(page.locator('[data-type=columns][data-layout=sidebar-left] [data-type=column]')).toHaveText([
    'Left words',
    'Right words',
  ])
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  expect(complaints).toEqual([])
})

test('selected words get colours, fonts, alignment and links from a bar that fits the available space @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const page = await openEditor({ db, company, lines: `${'A line of words\n'.repeat(8)}the last one` })
  await blocks(page)
    .last()
    .dblclick({ position: { x: 40, y: 12 } })
  await expect(bar(page, 'Formatting')).toBeVisible()
  const top = async () => (await bar(page, 'Formatting').boundingBox())?.y ?? 0
  const word = async () => editor(page).evaluate(() => getSelection()?.getRangeAt(0).getBoundingClientRect().top ?? 0)
  expect(await word()).toBeGreaterThan(200)
  expect(await top()).toBeLessThan(await word())

  await bar(page, 'Formatting').getByRole('button', { name: 'Bold' }).click()
  await bar(page, 'Formatting').getByRole('button', { name: 'Colour' }).click()
  await page.getByRole('group', { name: 'Text colour' }).getByRole('button', { name: 'Red' }).click()
  const hex = page.getByRole('textbox', { name: 'Highlight, hex' })
  await hex.fill('')
  await hex.pressSequentially('#d3e4fbff')
  await expect(hex).toHaveValue('#d3e4fb')
  await hex.press('Enter')
  await expect(editor(page).locator('span[data-color="#c4302b"] strong mark[data-color="#d3e4fb"]')).toHaveText('last')
  await page.keyboard.press('Escape')
  await bar(page, 'Formatting').getByRole('button', { name: 'Text style' }).click()
  await page.getByRole('combobox', { name: 'Font' }).selectOption('PT Sans')
  await page.getByRole('combobox', { name: 'Size' }).selectOption('18')
  await page.getByRole('button', { name: 'Align centre' }).click()
  await page.getByRole('button', { name: 'Increase indent' }).click()
  await expect(blocks(page).last()).toHaveAttribute('data-align', 'center')
  await expect(blocks(page).last()).toHaveAttribute('data-indent', '30')
  await expect(editor(page).locator('[data-font="PT Sans"][data-size="18"]')).toHaveText('last')
  await page.keyboard.press('Escape')

  await bar(page, 'Formatting').getByRole('button', { name: 'Link' }).click()
  const address = page.getByRole('textbox', { name: 'Address' })
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await address.fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Please enter the correct url')).toBeVisible()
  await address.fill('halden.io/docs')
  await address.press('Enter')
  const link = editor(page).getByRole('link', { name: 'last' })
  await expect(link).toHaveAttribute('href', 'https://halden.io/docs')
  // With the caret in a link, the bar shows its target and Ctrl+K edits it.
  await link.click()
  await expect(bar(page, 'Link')).toContainText('halden.io/docs')
  await page.keyboard.press('Control+k')
  await expect(address).toBeFocused()
  await page.getByRole('checkbox', { name: 'Open in a new tab' }).uncheck()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(link).toHaveAttribute('target', '_self')

  // The bar is below words that begin less than 200 px from the top, and above all others.
  await expect(bar(page, 'Formatting').getByRole('button', { name: 'Bold' })).toBeVisible()
  for (const block of [blocks(page).first(), blocks(page).nth(5)]) {
    await expect(async () => {
      await block.dblclick({ position: { x: 26, y: 12 } })
      await expect(bar(page, 'Formatting')).toBeVisible({ timeout: 1000 })
      await page.waitForTimeout(300)
      expect((await top()) > (await word())).toBe((await word()) < 200)
    }).toPass()
  }
})

test('a block is duplicated, moved, converted and deleted from its menu @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const page = await openEditor({ db, company, lines: 'one\ntwo\nthree' })
  const menu = page.getByRole('menu')
  await page.keyboard.press('Control+/')
  await expect(menu.getByRole('menuitem', { name: 'Turn into' })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(blocks(page)).toHaveText(['one', 'three', 'two'])
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(blocks(page)).toHaveText(['three', 'one', 'two'])
  await page.keyboard.press('Control+Shift+d')
  await expect(blocks(page)).toHaveText(['three', 'three', 'one', 'two'])
  await page.keyboard.press('Control+/')
  await menu.getByRole('menuitem', { name: 'Turn into' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'Quote' }).click()
  await expect(editor(page).locator('blockquote')).toHaveText('three')

  await blocks(page).nth(2).hover()
  const grip = page.getByTitle('Drag to move, click for options')
  await grip.click()
  await menu.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(blocks(page)).toHaveText(['three', 'three', 'two'])
  await blocks(page)
    .nth(2)
    .hover({ position: { x: 300, y: 10 } })
  await grip.hover()
  await page.mouse.down()
  const first = await blocks(page).first().boundingBox()
  await page.mouse.move((first?.x ?? 0) + 40, (first?.y ?? 0) + 20, { steps: 4 })
  await page.mouse.move((first?.x ?? 0) + 2, (first?.y ?? 0) + 2, { steps: 4 })
  await page.mouse.up()
  await expect(blocks(page).first()).toHaveText('two')
  const keys = await editor(page)
    .locator('[data-key]')
    .evaluateAll((all) => all.map((one) => one.dataset['key']))
  expect(new Set(keys).size).toBe(keys.length)

  // A list item has its own drag handle.
  await page.locator('.note-editor').click({ position: { x: 200, y: 500 } })
  await write(page, '- milk\nbread')
  const items = editor(page).getByRole('listitem')
  await items.last().hover({ position: { x: 200, y: 10 } })
  await grip.hover()
  await page.mouse.down()
  const milk = await items.first().boundingBox()
  await page.mouse.move((milk?.x ?? 0) + 200, (milk?.y ?? 0) + 16, { steps: 4 })
  await page.mouse.move((milk?.x ?? 0) + 200, (milk?.y ?? 0) + 4, { steps: 4 })
  await page.mouse.up()
  await expect(items).toHaveText(['bread', 'milk'])
})

test('colleagues are mentioned, emojis are chosen, and code is highlighted @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  await company.join({ firstName: 'Tomasz', lastName: 'Wiśniewski', jobTitle: 'Field engineer' })
  await company.join({ firstName: 'Tomke', lastName: 'Away', status: 'deactivated' })
  const page = await openEditor({ db, company })
  await write(page, 'Ask @tom')
  await expect(option(page, 'Tomasz Wiśniewski')).toHaveAttribute('aria-selected', 'true')
  await expect(option(page, 'Tomke Away')).toContainText('Deactivated')
  await page.keyboard.press('Enter')
  await write(page, 'and @tomk')
  await expect(option(page, 'Tomke Away')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await write(page, 'first :hea')
  await expect(option(page, 'Heart')).toBeVisible()
  await page.keyboard.press('Enter')
  await write(page, '\n')
  await pick(page, 'emo', 'Emoji')
  await expect(page.getByRole('button', { name: 'Thumbs up' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await write(page, '\n')
  await pick(page, 'code', 'Code block')
  await write(page, 'select 1')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('sql')
  const painted = () => page.evaluate(() => CSS.highlights.get('code-keyword')?.size ?? 0)
  await expect.poll(painted).toBe(1)

  await expect(page.getByText(/^Saved /).first()).toBeVisible()
  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  const mention = page.getByRole('button', { name: '@Tomasz Wiśniewski' })
  await expect(mention).toBeVisible()
  await expect(page.getByText('😀')).toBeVisible()
  await expect.poll(painted).toBe(1)
  await mention.press('Enter')
  const card = page.getByRole('dialog', { name: 'Tomasz Wiśniewski' })
  await expect(card.getByText('Field engineer')).toBeVisible()
  await expect(card.getByRole('link')).toHaveAttribute('href', /^mailto:/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '@Tomke Away' }).click()
  const away = page.getByRole('dialog', { name: 'Tomke Away' })
  await expect(away.getByText('Deactivated')).toBeVisible()
  await expect(away.getByRole('link')).toHaveCount(0)
})

test('Markdown and HTML from other sites are pasted as the corresponding blocks @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const page = await openEditor({ db, company })
  await paste(page, { 'text/plain': '# Plan\n\n- [x] done\n- [ ] open\n\n| a | b |\n| - | - |\n| 1 | 2 |' })
  await expect(editor(page).getByRole('heading', { name: 'Plan', level: 1 })).toBeVisible()
  await expect(editor(page).getByRole('checkbox')).toHaveCount(2)
  await expect(editor(page).locator('th')).toHaveText(['a', 'b'])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await paste(page, {
    'text/plain': 'one',
    'text/html': `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>one</p><p onclick="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">two</a></p>`,
  })
  await expect(editor(page).locator('ul > li')).toHaveText('one')
  await expect(editor(page).getByText('two')).toBeVisible()
  await expect(editor(page).getByRole('link')).toHaveCount(0)
})

test('the editor and its dialogs look right at every width @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  await company.join({ firstName: 'Tomasz', lastName: 'Wiśniewski', jobTitle: 'Field engineer' })
  const page = await openEditor({ db, company, lines: `${'A line of words to look at\n'.repeat(9)}the last one` })
  const problems: string[] = []
  const see = async (name: string, widths: number[]) => {
    problems.push(...(await checkScreen(page, { name: `editor-${name}`, widths, selector: 'main' })))
  }
  await write(page, '\n/')
  await expect(option(page, 'Heading 1')).toBeVisible()
  await see('slash', [1440, 390])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await page.setViewportSize({ width: 1440, height: 900 })
  await blocks(page)
    .nth(8)
    .dblclick({ position: { x: 26, y: 12 } })
  await bar(page, 'Formatting').getByRole('button', { name: 'Colour' }).click()
  await see('colour', [1440])
  // The bar above a phone's keyboard is one row that scrolls sideways by design.
  expect(problems.filter((problem) => !/scrolls sideways: .*role="toolbar"/.test(problem))).toEqual([])
})
