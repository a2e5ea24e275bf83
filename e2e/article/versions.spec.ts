import type { Page } from '@playwright/test'
import { buildArticle, buildDraft, buildVersion } from '../../packages/server/src/article/article.builder.ts'
import { buildCompany, buildMember } from '../../packages/server/src/company/company.builder.ts'
import { buildWorkspace, type BuiltWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test } from '../support/people.ts'

const toast = (page: Page, words: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: words })
const pathOf = (workspace: BuiltWorkspace, article: { shortId: string }) =>
  `/b/${workspace.shortId}/x/${article.shortId}`
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Manage' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('versions are listed, viewed, compared, restored and deleted @soak', async ({ db, createCompany }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [{ id: 'tab0000000000001', title: 'Steps', slug: 'steps', text: 'Wait about five minutes.' }],
  })
  const text = 'Wait two minutes.'
  const tabs = [{ id: 'tab0000000000001', title: 'Steps', slug: 'steps', text }]
  await buildVersion(db, { article, title: 'First try', textTabs: tabs, createdAt: new Date('2026-03-05T07:08:00') })
  await buildVersion(db, { article, title: 'Restart the gateway', textTabs: tabs })
  await db
    .updateTable('article_versions')
    .set({ author_id: null })
    .where('article_id', '=', article.id)
    .where('version', '=', 1)
    .execute()

  const page = await company.owner.open(pathOf(workspace, article))
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Versions' })
  await expect(panel.getByRole('link', { name: 'Current version' })).toHaveAttribute('aria-current', /./)
  await expect(panel.getByRole('heading', { name: '2 saved versions' })).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveText([/Today, .*Ines Okafor/, /Mar 05 07:08 am.*Unknown author/])

  await panel.getByRole('listitem').first().hover()
  await panel.getByRole('link', { name: /^View the version of Today/ }).click()
  await expect(page).toHaveURL(/\/article\/[a-z0-9]{10}\/v\/2\/edit$/)
  await expect(heading(page, 'Restart the gateway')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Version' })).toContainText('Ines Okafor')
  await expect(page.getByText(text)).toBeVisible()

  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Compared with current' }).click()
  await expect(page.getByText('2 words added, 1 word removed')).toBeVisible()
  await expect(page.getByRole('deletion').filter({ hasText: 'two' })).toBeVisible()
  await expect(page.getByRole('insertion').filter({ hasText: 'about five' })).toBeVisible()

  await page.getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The current content is kept as a version. A draft stays as it is.')
  await dialog.getByRole('button', { name: 'Restore version' }).click()
  await expect(toast(page, 'The version has been restored')).toBeVisible()
  await expect(page).toHaveURL(/\/b\/.*\/restart-the-gateway/)
  await expect(page.getByText(text)).toBeVisible()

  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await panel.getByRole('listitem').last().hover()
  await panel.getByRole('link', { name: /^View the version of Mar 05/ }).click()
  await expect(heading(page, 'First try')).toBeVisible()
  await page.getByRole('button', { name: 'Delete version' }).click()
  await dialog.getByRole('button', { name: 'Delete version' }).click()
  await expect(heading(page, 'Restart the gateway')).toBeVisible()
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  await expect(panel.getByRole('heading', { name: '1 saved version' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.goto(`/article/${article.shortId}/v/99/edit`)
  await expect(page).toHaveURL(new RegExp(`/article/${article.shortId}/edit`))
})

test('an article is duplicated, and merged into another @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const target = await buildArticle(db, { workspace, title: 'All about gateways' })
  const source = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [{ title: 'Tools', slug: 'tools', text: 'A ladder' }],
  })
  await buildArticle(db, { workspace, title: 'With a ladder', parent: source })
  const page = await company.owner.open(pathOf(workspace, source))
  await chooseAction(page, 'Duplicate')
  await expect(heading(page, 'Copy of Restart a gateway')).toBeVisible()
  const tree = page.getByRole('tree')
  await expect(tree.getByRole('treeitem', { name: /Copy of Restart a gateway/ })).toBeVisible()

  await page.goto(pathOf(workspace, source))
  await chooseAction(page, 'Merge')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText('Target article not selected')).toBeVisible()
  const draft = await buildDraft(db, { original: target, title: 'Half written' })
  await dialog.getByRole('combobox', { name: 'Merge into' }).click()
  await page.getByRole('option', { name: 'All about gateways' }).click()
  await expect(dialog.getByRole('list', { name: 'Order' }).getByRole('listitem')).toHaveText([
    'Restart a gateway',
    'All about gateways',
  ])
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText(/has changes that are not published/)).toBeVisible()
  await db.updateTable('articles').set({ deleted_at: new Date() }).where('id', '=', draft.id).execute()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(heading(page, 'All about gateways')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Tools', 'Note'])
  await expect(tree.getByRole('treeitem', { name: /With a ladder/ })).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: /^Restart a gateway/ })).toBeHidden()
})

test('an article is transferred to another company, and the next one is shown @soak', async ({ db, createCompany }) => {
  const company = await createCompany({ title: 'Brightmeter' })
  const other = await buildCompany(db, { title: 'Halden' })
  await buildMember(db, other, { user: company.owner })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const elsewhere = await buildWorkspace(db, { company: other, owner: company.owner, title: 'Field installation' })
  const next = await buildArticle(db, { workspace, title: 'What stays' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway' })
  const nested = await buildArticle(db, { workspace, title: 'With a ladder', parent: article })

  const page = await company.owner.open(pathOf(workspace, article))
  const editing = await company.owner.open(`/article/${nested.shortId}/edit`)
  await expect(editing.getByText(/^Saved /).first()).toBeVisible()
  await chooseAction(page, 'Transfer')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Its sub-article, drafts and versions move with it.')
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(dialog.getByText('The workspace is required')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Company' }).click()
  await page.getByRole('option', { name: 'Halden' }).click()
  await expect(dialog).toContainText('only people with access to the workspace in Halden can see it')
  await dialog.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Field installation' }).click()
  await dialog.getByRole('button', { name: 'Transfer', exact: true }).click()
  await expect(toast(page, 'The article has been transferred to Field installation')).toBeVisible()
  await expect(heading(page, 'What stays')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(next.shortId))
  const moved = await db.selectFrom('articles').where('workspace_id', '=', elsewhere.id).select('company_id').execute()
  expect(new Set(moved.map((row) => row.company_id))).toEqual(new Set([other.id]))

  // A person editing one of the transferred articles is redirected to the drafts.
  await expect(
    toast(editing, 'This draft was deleted or moved to another company, or you no longer have access to it'),
  ).toBeVisible()
  await expect(editing).toHaveURL(/\/drafts$/)
  await expect(toast(editing, 'Not found')).toHaveCount(0)
})
