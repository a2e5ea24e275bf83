import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { buildArchive, readArchive } from '../../packages/server/src/import-export/archive.fixture.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'

const id = (digit: number) => String(digit).repeat(32)
// One pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** In the format of a Notion export. */
const handbook = () =>
  buildArchive({
    [`Handbook ${id(1)}.md`]: `# Handbook\n\nWelcome. Begin with [Onboarding](Handbook%20${id(1)}/Onboarding%20${id(2)}.md).\n\n<aside>\n💡 Ask anybody\n\n</aside>\n`,
    [`Handbook ${id(1)}/Onboarding ${id(2)}.md`]: `# Onboarding\n\nTags: people\n\nDay one.\n\n![The door](Onboarding%20${id(2)}/door.png)\n\n![](https://example.com/map.png)\n`,
    [`Handbook ${id(1)}/Onboarding ${id(2)}/door.png`]: picture,
    [`Handbook ${id(1)}/Desks ${id(3)}.csv`]: 'Name,State\nBuy desk,Done\n',
  })

const choose = async (page: Page, workspace: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${workspace}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const tree = (page: Page) => page.getByRole('treeitem').or(page.getByRole('tree').getByRole('link'))

// Checks the screens along the way, at three widths each.
test.setTimeout(240_000)

test('a Notion export becomes articles, and exporting and importing those gives the same articles @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const first = await buildWorkspace(db, { company, title: 'Team handbook' })
  const second = await buildWorkspace(db, { company, title: 'Second home' })
  const page = await company.owner.open(`/b/${first.shortId}`)
  const complaints = collectConsoleErrors(page)

  await choose(page, 'Team handbook', 'Import')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a file first')
  await dialog
    .locator('input[type=file]')
    .setInputFiles([{ name: 'Notion.zip', mimeType: 'application/zip', buffer: await handbook() }])
  expect(await checkScreen(page, { name: 'import-form', widths: [1440, 820, 390] })).toEqual([])
  await expect(dialog.getByRole('radio', { name: 'Keep as drafts' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Publish now' }).check()
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('Imported 3 articles and 1 file. Recognised as Notion export')
  await expect(dialog.getByRole('region', { name: 'Changed or skipped' }).getByRole('listitem')).toHaveText([
    /map\.png is a picture from another site: it became a link/,
  ])
  expect(await checkScreen(page, { name: 'import-report', widths: [1440, 820, 390] })).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('link', { name: 'Handbook' }).click()
  await expect(page.getByRole('heading', { name: 'Handbook', level: 1 })).toBeVisible()
  await expect(tree(page).filter({ hasText: 'Onboarding' }).first()).toBeVisible()
  await page.getByRole('article').or(page.getByRole('main')).getByRole('link', { name: 'Onboarding' }).first().click()
  await expect(page.getByRole('heading', { name: 'Onboarding', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: 'The door' })).toBeVisible()

  await choose(page, 'Team handbook', 'Export')
  expect(await checkScreen(page, { name: 'export-form', widths: [1440, 820, 390] })).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const link = dialog.getByRole('link', { name: /^Download/ })
  await expect(link).toBeVisible()
  expect(await checkScreen(page, { name: 'export-ready', widths: [1440, 820, 390] })).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  const download = page.waitForEvent('download')
  await link.click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Team handbook (Markdown).zip')
  const bytes = await readFile(await saved.path())
  expect([...(await readArchive(bytes)).keys()]).toEqual([
    'Team handbook/Contents.md',
    'Team handbook/01 Handbook.md',
    'Team handbook/01 Handbook/01 Desks.md',
    'Team handbook/files/The door.png',
    'Team handbook/01 Handbook/02 Onboarding.md',
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`/b/${second.shortId}`)
  await choose(page, 'Second home', 'Import')
  await dialog
    .locator('input[type=file]')
    .setInputFiles([{ name: 'Team.zip', mimeType: 'application/zip', buffer: bytes }])
  await dialog.getByRole('radio', { name: 'Publish now' }).check()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('Imported 3 articles and 1 file. Recognised as Knowreel export')
  await dialog.getByRole('link', { name: 'Onboarding' }).click()
  await expect(page.getByRole('heading', { name: 'Onboarding', level: 1 })).toBeVisible()
  await expect(page.getByText('Day one.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'The door' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://example.com/map.png' })).toBeVisible()

  // Earlier imports are listed.
  await choose(page, 'Second home', 'Import')
  await dialog
    .getByRole('region', { name: 'Earlier imports' })
    .getByRole('button', { name: /Team\.zip/ })
    .click()
  await expect(dialog).toContainText('Imported 3 articles and 1 file')
  expect(complaints).toEqual([])
})
