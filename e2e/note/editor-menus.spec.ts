/** Each item of each menu of the note editor does what its label says; find and replace in a note. */
import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors } from '../support/check-screen.ts'
import { expect, test, type Company } from '../support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable]'))
const option = (page: Page, name: string) => page.getByRole('option', { name, exact: false })
const bar = (page: Page, name: string) => page.getByRole('toolbar', { name })

type Found = { db: Parameters<typeof buildWorkspace>[0]; company: Company; lines?: string }

async function openEditor({ db, company, lines = '' }: Found): Promise<Page> {
  const workspace = await buildWorkspace(db, { company, title: 'Runbooks', visibility: 'organization' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: [{ text: lines }] })
  const page = await company.owner.open(`/article/${article.shortId}/edit`, { viewport: { width: 1440, height: 900 } })
  await expect(editor(page)).toBeEditable()
  await editor(page).click()
  return page
}

/** Resets the note to one empty line. */
async function clear(page: Page): Promise<void> {
  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+Alt+0')
}

async function pick(page: Page, title: string): Promise<void> {
  await page.keyboard.type(`/${title.toLowerCase()}`)
  await expect(option(page, title).first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

const slashBlocks: readonly (readonly [title: string, made: string])[] = [
  ['Text', ':scope > p'],
  ['Heading 1', ':scope > h1'],
  ['Heading 2', ':scope > h2'],
  ['Heading 3', ':scope > h3'],
  ['Bulleted list', ':scope > ul > li'],
  ['Numbered list', ':scope > ol > li'],
  ['Task list', ':scope > ul[data-type=taskList] > li'],
  ['Quote', ':scope > blockquote > p'],
  ['Code block', ':scope > pre > code'],
  ['Divider', ':scope > hr'],
  ['Two columns', ':scope > [data-layout=two-column] > [data-type=column]'],
  ['Sidebar left', ':scope > [data-layout=sidebar-left] > [data-type=column]'],
  ['Sidebar right', ':scope > [data-layout=sidebar-right] > [data-type=column]'],
]

test('every block of the slash menu is inserted where the slash was typed @soak', async ({ db, createCompany }) => {
  test.slow()
  const page = await openEditor({ db, company: await createCompany() })
  const complaints = collectConsoleErrors(page)
  for (const [title, made] of slashBlocks) {
    await clear(page)
    await pick(page, title)
    await expect(editor(page).locator(made).first(), title).toBeAttached()
    await expect(editor(page).getByText('/'), title).toHaveCount(0)
  }
  await clear(page)
  await pick(page, 'Table')
  await expect(editor(page).locator('tr')).toHaveCount(3)
  await expect(editor(page).locator('th')).toHaveCount(3)
  await clear(page)
  await pick(page, 'Mention')
  await expect(page.getByRole('listbox', { name: 'People' })).toBeVisible()
  await page.keyboard.press('Escape')
  await clear(page)
  await pick(page, 'Emoji')
  await expect(page.getByRole('dialog', { name: 'Emoji' }).getByRole('button')).toHaveCount(9)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Emoji' })).toHaveCount(0)
  await clear(page)
  await pick(page, 'Table of any size')
  await expect(page.getByRole('slider', { name: 'Rows × columns' }).locator('span')).toHaveCount(25)
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})

test('a slash offers blocks only at the start of a paragraph, and two spaces close the menu @soak', async ({
  db,
  createCompany,
}) => {
  const page = await openEditor({ db, company: await createCompany() })
  const menu = page.getByRole('listbox', { name: 'Blocks' })
  await page.keyboard.type('either/')
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('/he')
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('option', { name: 'Heading 4' })).toHaveCount(0)
  await page.keyboard.type('  ')
  await expect(menu).toHaveCount(0)
  await clear(page)
  await page.keyboard.type('# /he')
  await expect(menu).toHaveCount(0)
  await clear(page)
  await page.keyboard.type('- item\n')
  await pick(page, 'Quote')
  await page.keyboard.type('quoted')
  await expect(editor(page).locator(':scope > blockquote > p')).toHaveText('quoted')
  await expect(editor(page).locator(':scope > ul > li')).toHaveText(['item'])
})

test('table columns keep the widths they were dragged to, and undo restores the old ones @soak', async ({
  db,
  createCompany,
}) => {
  const page = await openEditor({ db, company: await createCompany() })
  await pick(page, 'Table')
  const heads = editor(page).locator('th')
  const widths = () => heads.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width))
  const pull = async (index: number, by: number): Promise<number> => {
    const box = await heads.nth(index).boundingBox()
    if (!box) throw new Error('No such column')
    const [x, y] = [box.x + box.width - 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + by, y, { steps: 5 })
    await page.mouse.up()
    return Math.round(box.width + by)
  }
  const first = await pull(0, 60)
  await expect.poll(async () => Math.round((await widths())[0] ?? 0)).toBe(first)
  const before = (await widths())[2] ?? 0
  const last = await pull(2, 90)
  await expect.poll(async () => (await widths()).map(Math.round).filter((_, at) => at !== 1)).toEqual([first, last])
  await heads.first().click()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await widths())[2] ?? 0).toBeLessThan(before + 45)
})

const marks: readonly (readonly [label: string, made: string])[] = [
  ['Bold', 'strong'],
  ['Italic', 'em'],
  ['Underline', 'u'],
  ['Strikethrough', 's'],
  ['Code', 'code'],
]
const kinds: readonly (readonly [title: string, made: string])[] = [
  ['Heading 1', 'h1'],
  ['Heading 2', 'h2'],
  ['Heading 3', 'h3'],
  ['Heading 4', 'h4'],
  ['Heading 5', 'h5'],
  ['Bulleted list', 'ul > li'],
  ['Numbered list', 'ol > li'],
  ['Task list', 'ul[data-type=taskList] > li p'],
  ['Quote', 'blockquote'],
  ['Code block', 'pre'],
  ['Text', ':scope > p'],
]

test('every button of the formatting bar does what its label says @soak', async ({ db, createCompany }) => {
  test.slow()
  const page = await openEditor({ db, company: await createCompany() })
  const formatting = bar(page, 'Formatting')
  const select = async () => {
    await clear(page)
    await page.keyboard.type('gateway')
    await page.keyboard.press('Shift+Home')
    await expect(formatting).toBeVisible()
  }
  for (const [label, made] of marks) {
    await select()
    await formatting.getByRole('button', { name: label, exact: true }).click()
    await expect(editor(page).locator(made), label).toHaveText('gateway')
    await formatting.getByRole('button', { name: label, exact: true }).click()
    await expect(editor(page).locator(made), label).toHaveCount(0)
  }
  for (const [title, made] of kinds) {
    await select()
    await formatting.getByRole('button', { name: /^Block: / }).click()
    await page.getByRole('menuitem', { name: title, exact: true }).click()
    await expect(editor(page).locator(made), title).toHaveText('gateway')
  }
  await select()
  await formatting.getByRole('button', { name: 'Text style' }).click()
  for (const [label, align] of [
    ['Align centre', 'center'],
    ['Align right', 'right'],
    ['Justify', 'justify'],
  ] as const) {
    await page.getByRole('button', { name: label }).click()
    await expect(editor(page).locator(`p[data-align=${align}]`)).toHaveText('gateway')
  }
  await page.getByRole('button', { name: 'Align left' }).click()
  await expect(editor(page).locator('p[data-align]')).toHaveCount(0)
  for (let step = 1; step <= 8; step += 1) await page.getByRole('button', { name: 'Increase indent' }).click()
  await expect(editor(page).locator('p')).toHaveAttribute('data-indent', '210')
  await page.getByRole('button', { name: 'Decrease indent' }).click()
  await expect(editor(page).locator('p')).toHaveAttribute('data-indent', '180')
  await expect(page.getByRole('combobox', { name: 'Font' }).getByRole('option')).toHaveCount(12)
  await expect(page.getByRole('combobox', { name: 'Size' }).getByRole('option')).toHaveText([
    'Default',
    '10',
    '12',
    '14',
    '16',
    '18',
  ])
})

test('every item of the block menu changes its block @soak', async ({ db, createCompany }) => {
  test.slow()
  const page = await openEditor({ db, company: await createCompany() })
  const item = (name: string) => page.getByRole('menuitem', { name })
  const write = async () => {
    await clear(page)
    await page.keyboard.type('one\ntwo\nthree')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Control+/')
    await expect(item('Duplicate')).toBeVisible()
  }
  const lines = editor(page).locator(':scope > *')
  for (const [name, text] of [
    ['Duplicate', ['one', 'two', 'two', 'three']],
    ['Move up', ['two', 'one', 'three']],
    ['Move down', ['one', 'three', 'two']],
    ['Delete', ['one', 'three']],
  ] as const) {
    await write()
    await item(name).click()
    await expect(lines, name).toHaveText([...text])
  }
  for (const [title, made] of kinds) {
    await write()
    await item('Turn into').press('ArrowRight')
    await page.getByRole('menuitem', { name: title, exact: true }).click()
    await expect(editor(page).locator(made).filter({ hasText: 'two' }), title).toHaveCount(1)
  }
})

test('every button of the table and column bars does what its label says @soak', async ({ db, createCompany }) => {
  test.slow()
  const page = await openEditor({ db, company: await createCompany() })
  const count = async () => ({
    rows: await editor(page).locator('tr').count(),
    columns: await editor(page).locator('tr').first().locator('th, td').count(),
  })
  for (const [label, rows, columns] of [
    ['Add row above', 4, 3],
    ['Add row below', 4, 3],
    ['Delete row', 2, 3],
    ['Add column before', 3, 4],
    ['Add column after', 3, 4],
    ['Delete column', 3, 2],
  ] as const) {
    await clear(page)
    await pick(page, 'Table')
    await bar(page, 'Table').getByRole('button', { name: label }).click()
    await expect.poll(count, label).toEqual({ rows, columns })
  }
  await clear(page)
  await pick(page, 'Table')
  const press = (label: string) => bar(page, 'Table').getByRole('button', { name: label }).click()
  await press('Header row')
  await expect(editor(page).locator('th')).toHaveCount(0)
  await press('Header column')
  await expect(editor(page).locator('th')).toHaveCount(3)
  await page.keyboard.press('Shift+ArrowDown')
  await press('Merge cells')
  await expect(editor(page).locator('[rowspan="2"]')).toHaveCount(1)
  await press('Split cell')
  await expect(editor(page).locator('[rowspan="2"]')).toHaveCount(0)
  await press('Delete table')
  await expect(editor(page).locator('table')).toHaveCount(0)

  await clear(page)
  await pick(page, 'Two columns')
  for (const [label, layout] of [
    ['Sidebar left', 'sidebar-left'],
    ['Sidebar right', 'sidebar-right'],
    ['Two columns', 'two-column'],
  ] as const) {
    await bar(page, 'Columns').getByRole('button', { name: label }).click()
    await expect(editor(page).locator('[data-type=columns]')).toHaveAttribute('data-layout', layout)
  }
  // Focus moves to the bar, and back to the text.
  await editor(page).focus()
  await page.keyboard.press('Alt+F10')
  await expect(bar(page, 'Columns').getByRole('button', { name: 'Two columns' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor(page)).toBeFocused()
  await bar(page, 'Columns').getByRole('button', { name: 'Remove columns' }).click()
  await expect(editor(page).locator('[data-type=columns]')).toHaveCount(0)
})

test('words are found in a note, stepped through, and replaced in one undo step @soak', async ({
  db,
  createCompany,
}) => {
  const lines = 'The Gate is shut.\nA gateway is no gate.\nLe café, the cafe.'
  const page = await openEditor({ db, company: await createCompany(), lines })
  const complaints = collectConsoleErrors(page)
  const find = page.getByRole('search', { name: 'Find in this note' })
  const words = find.getByRole('textbox', { name: 'Find', exact: true })
  const status = find.getByRole('status')
  const painted = () => page.evaluate(() => CSS.highlights.get('note-found')?.size ?? 0)
  await page.keyboard.press('Control+f')
  // Keys typed immediately afterwards write nothing into the note.
  await page.keyboard.type('quick')
  await expect(editor(page)).not.toContainText('quick')
  await expect(words).toBeFocused()
  await words.fill('gate')
  await expect(status).toHaveText('1 of 3')
  await expect.poll(painted).toBe(2)
  await page.keyboard.press('Enter')
  await page.keyboard.press('F3')
  await expect(status).toHaveText('3 of 3')
  await page.keyboard.press('Shift+Enter')
  await expect(status).toHaveText('2 of 3')
  await find.getByRole('button', { name: 'Whole words' }).click()
  await expect(status).toHaveText('1 of 2')
  await find.getByRole('button', { name: 'Match case' }).click()
  await expect(status).toHaveText('1 of 1')
  await find.getByRole('button', { name: 'Match case' }).click()

  const replacement = find.getByRole('textbox', { name: 'Replace with' })
  await replacement.fill('door')
  await find.getByRole('button', { name: 'Replace all' }).click()
  await expect(editor(page).locator('p').nth(1)).toHaveText('A gateway is no door.')
  await expect(status).toHaveText('No results')
  await words.fill('cafe')
  await expect(status).toHaveText('1 of 2')
  await find.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(editor(page).locator('p').nth(2)).toHaveText('Le door, the cafe.')
  await words.press('Escape')
  await expect(find).toHaveCount(0)
  await expect(editor(page)).toBeFocused()
  await expect.poll(painted).toBe(0)
  await page.keyboard.press('Control+z')
  await expect(editor(page).locator('p').nth(2)).toHaveText('Le café, the cafe.')
  await page.keyboard.press('Control+z')
  await expect(editor(page).locator('p')).toHaveText(lines.split('\n'))

  await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(page).toHaveURL(/\/b\//)
  // The URL changes before the page does.
  await expect(editor(page)).toHaveCount(0)
  await expect(page.getByText('A gateway is no gate.')).toBeVisible()
  await page.keyboard.press('Control+f')
  await words.fill('gate')
  await expect(status).toHaveText('1 of 3')
  await expect(replacement).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(find).toHaveCount(0)
  expect(complaints).toEqual([])
})
