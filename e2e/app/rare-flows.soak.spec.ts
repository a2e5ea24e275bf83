/** Rarely used flows in the real product: archiving and deleting whole workspaces, the largest attachment. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { fileLimits } from '../../packages/shared/src/file/file.rules.ts'
import { expect, test, type Company } from '../support/people.ts'

const toast = (page: Page, words: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: words })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' }).and(page.locator('[contenteditable]'))

async function buildRunbooks(db: Parameters<typeof buildWorkspace>[0], company: Company) {
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  const textTabs = [{ text: 'Find the serial number.' }]
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs })
  const addressOf = ({ shortId }: { shortId: string }) => `/b/${workspace.shortId}/x/${shortId}`
  return { workspace, article, addressOf }
}

test('a workspace is archived, read-only for its admins and closed to others, and then deleted', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const reader = await company.join()
  const { workspace, article, addressOf } = await buildRunbooks(db, company)
  const page = await company.owner.open('/workspaces')
  await page.getByRole('row').getByRole('button', { name: 'Actions for Support runbooks' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive workspace' }).click()
  await expect(toast(page, 'Workspace archived')).toBeVisible()

  const theirs = await reader.open(addressOf(article))
  await expect(toast(theirs, 'The workspace is archived')).toBeVisible()
  await expect(theirs.getByText('Find the serial number.')).toHaveCount(0)
  await page.goto(addressOf(article))
  await expect(page.getByText('Find the serial number.')).toBeVisible()
  await expect(page.getByText('This workspace is archived and read-only.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)

  await page.goto(`/workspace/${workspace.shortId}/edit`)
  await page.getByRole('main').getByRole('button', { name: 'Delete workspace' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete workspace' }).click()
  await expect(toast(page, '“Support runbooks” was deleted')).toBeVisible()
  await page.goto(addressOf(article))
  await expect(page.getByText('Find the serial number.')).toHaveCount(0)
  await expect(toast(page, "You don't have access to this workspace")).toBeVisible()
})

test('an article that is unarchived under an archived one moves to the top level', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { workspace, article, addressOf } = await buildRunbooks(db, company)
  const child = await buildArticle(db, { workspace, title: 'When the modem is dead', parent: article })
  const page = await company.owner.open(addressOf(child))
  await page.getByRole('treeitem', { name: 'Restart a gateway' }).hover()
  await page.getByRole('button', { name: 'Actions for Restart a gateway' }).click()
  await page.getByRole('menuitem', { name: 'Manage' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect(page.getByText('This article is archived.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Unarchive' }).click()
  await expect(page.getByText('This article is archived.')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('treeitem')).toHaveText(['When the modem is dead'])
  await expect(page.getByRole('treeitem')).toHaveAttribute('aria-level', '1')

  await page.goto(addressOf(article))
  await page.getByRole('main').getByRole('button', { name: 'Unarchive' }).click()
  await expect(page.getByRole('treeitem', { name: 'Restart a gateway' })).toHaveAttribute('aria-level', '1')
})

test('the largest attachment is uploaded, published, and downloaded unchanged', async ({ db, createCompany }) => {
  const company = await createCompany()
  const reader = await company.join()
  const { article, addressOf } = await buildRunbooks(db, company)
  const file = path.join(os.tmpdir(), `knowreel-firmware-${process.pid}.bin`)
  writeFileSync(file, Buffer.alloc(fileLimits.attachmentBytes, 'firmware of a gateway '))
  try {
    const page = await company.owner.open(`/article/${article.shortId}/edit`)
    await expect(editor(page)).toBeEditable()
    await editor(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/file')
    await expect(page.getByRole('option', { selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    const chooser = page.waitForEvent('filechooser')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Choose|file/i })
      .first()
      .click()
    await (await chooser).setFiles(file)
    const card = (on: Page) => on.locator('[data-type=fileAttachment]')
    await expect(card(page)).toContainText('50 MB', { timeout: 60_000 })
    await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
    await expect(page).toHaveURL(/\/b\//)

    const theirs = await reader.open(addressOf(article))
    const download = theirs.waitForEvent('download')
    await card(theirs).click()
    const digestOf = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex')
    expect(digestOf(await (await download).path())).toBe(digestOf(file))
  } finally {
    rmSync(file, { force: true })
  }
})

test('a public link gets a last day by hand, and loses it again', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { article, addressOf } = await buildRunbooks(db, company)
  const page = await company.owner.open(addressOf(article))
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await dialog.getByText('Public', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Create public link' }).click()
  await dialog.getByText('Link options').click()
  const day = dialog.getByLabel('Last day')
  await expect(day).toBeVisible()
  const nextYear = new Date().getFullYear() + 1
  await day.fill(`${nextYear - 2}-03-05`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please choose a date in the future')).toBeVisible()
  await day.fill(`${nextYear}-03-05`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(`Expires after 05 March ${nextYear}.`)).toBeVisible()
  const expiresAt = async () => {
    const links = db.selectFrom('article_links').where('article_id', '=', article.id).where('kind', '=', 'public')
    return (await links.select('expires_at').executeTakeFirstOrThrow()).expires_at
  }
  expect((await expiresAt())?.getFullYear()).toBe(nextYear)
  await dialog.getByRole('button', { name: 'Remove expiry' }).click()
  await expect(dialog.getByText('Never expires.')).toBeVisible()
  expect(await expiresAt()).toBeNull()
})
