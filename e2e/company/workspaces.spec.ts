import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildGroup } from '../../packages/server/src/group/group.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import {
  buildWorkspace,
  grantGroupRole,
  grantWorkspaceRole,
  type BuiltWorkspace,
} from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'
import { editorMark, watchScripts } from '../support/watch-page.ts'

/** Creates articles with these titles in this display order: a new article goes to the top of its level. */
async function buildArticles(db: Db, workspace: BuiltWorkspace, titles: readonly string[]): Promise<void> {
  for (const title of titles.toReversed()) await buildArticle(db, { workspace, title })
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('a workspace is created from the menu in the header, and is private at first', async ({ createCompany }) => {
  const { owner } = await createCompany()
  const page = await owner.open('/')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create a workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a workspace' })
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await expect(dialog.getByText('The workspace title is required')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Support runbooks')
  await dialog.getByLabel('Description').fill('What to do when a meter, a gateway or a customer is silent.')
  await expect(dialog.getByRole('combobox', { name: 'Visibility' })).toHaveValue('Private')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()

  await expect(page.getByRole('heading', { name: 'Support runbooks', level: 1 })).toBeVisible()
  await expect(page.getByText("You don't have any articles in this workspace.")).toBeVisible()
  await page.getByRole('link', { name: 'Workspaces', exact: true }).click()
  await expect(page.getByRole('row', { name: 'Support runbooks' })).toContainText('Private')
})

test('people and groups are added as viewers, get another role and are removed @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  const maria = await company.join({ firstName: 'Maria', lastName: 'Cruz' })
  await buildGroup(db, { company, title: 'On-call engineers', members: [maria] })
  const { shortId } = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const page = await company.owner.open(`/workspace/${shortId}/edit`)
  const section = page.getByRole('region', { name: 'People and groups' })
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await expect(section.getByRole('listitem')).toContainText('owner')

  const finder = section.getByRole('combobox', { name: 'Add people and groups' })
  await finder.fill('jonasweber')
  await page.getByRole('option', { name: jonas.name }).click()
  await finder.fill('On-CallENG')
  await page.getByRole('option', { name: 'On-call engineers' }).click()
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Great! New user(s) were successfully added.')).toBeVisible()
  const roleOf = (name: string) => section.getByRole('combobox', { name: `Role of ${name}` })
  await expect(roleOf(jonas.name)).toHaveValue('can view')
  await expect(roleOf('On-call engineers')).toHaveValue('can view')

  await roleOf('On-call engineers').click()
  await page.getByRole('option', { name: 'admin' }).click()
  await expect(toast(page, 'Workspace role is updated')).toBeVisible()
  const hers = await maria.open(`/workspace/${shortId}/edit`)
  await expect(hers.getByRole('textbox', { name: 'Title' })).toHaveValue('Support runbooks')
  await expect(hers.getByRole('link', { name: 'User Groups' })).toHaveCount(0)

  await section.getByRole('button', { name: `Remove ${jonas.name}` }).click()
  await expect(toast(page, `The user ${jonas.name} has been successfully removed`)).toBeVisible()
  await section.getByRole('button', { name: 'Remove On-call engineers' }).click()
  await expect(toast(page, 'The group On-call engineers has been successfully removed')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await hers.goto(`/workspace/${shortId}/edit`)
  await expect(hers).toHaveURL(/\/workspaces$/)
  await page.getByRole('link', { name: 'User Groups' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Groups' })).toBeVisible()
})

test('the people and roles of a workspace look right at every width in both themes @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const maria = await company.join({
    firstName: 'Maria-Luisa Wilhelmine',
    lastName: 'Fernández de la Vega y Hohenlohe-Langenburg',
  })
  const away = await company.join({ status: 'deactivated' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await grantWorkspaceRole(db, { workspace, user: maria, role: 'editor' })
  await grantWorkspaceRole(db, { workspace, user: away, role: 'viewer' })
  const group = await buildGroup(db, { company, title: 'Field technicians and certified installation partners' })
  await grantGroupRole(db, { workspace, group, role: 'admin' })
  const page = await company.owner.open(`/workspace/${workspace.shortId}/edit`)
  const complaints = collectConsoleErrors(page)
  await expect(page.getByRole('combobox', { name: /^Role of Field/ })).toHaveValue('admin')
  expect(await checkScreen(page, { name: 'workspace-people', widths: [1440, 820, 390, 360] })).toEqual([])
  expect(complaints).toEqual([])
})

test('guests read a public workspace at its URL, and other workspaces lead them to sign-in', async ({
  db,
  page,
  createCompany,
}) => {
  const company = await createCompany()
  const open = await buildWorkspace(db, { company, title: 'Installation guide', visibility: 'public' })
  const hidden = await buildWorkspace(db, { company, visibility: 'organization' })
  await buildArticles(db, open, ['Mount a gateway'])
  await page.goto(`/b/${open.shortId}`)
  await expect(page.getByRole('heading', { name: 'Mount a gateway', level: 1 })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Mount a gateway' })).toBeVisible()
  await page.goto(`/b/${hidden.shortId}`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText("You don't have access to this workspace")).toBeVisible()
})

test('a person who may only read gets the text, its link and an export, but no editor @soak', async ({
  db,
  createCompany,
  page: guest,
}) => {
  const company = await createCompany()
  const jonas = await company.join()
  const workspace = await buildWorkspace(db, { company, title: 'Installation guide', visibility: 'public' })
  await grantWorkspaceRole(db, { workspace, user: jonas, role: 'viewer' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Mount a gateway',
    textTabs: [{ text: 'Away from metal.' }],
  })
  const address = `/b/${workspace.shortId}/x/${article.shortId}`
  const page = await jonas.open('about:blank')
  const scripts = watchScripts(page)
  await page.goto(address)
  await expect(page.getByText('Away from metal.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('treeitem', { name: 'Mount a gateway' }).hover()
  await page.getByRole('button', { name: 'Actions for Mount a gateway' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Copy link', 'Export to files', 'Notifications'])
  expect(await scripts.contain(editorMark)).toBe(false)
  const editing = await company.owner.open('about:blank')
  const editorScripts = watchScripts(editing)
  await editing.goto(`/article/${article.shortId}/edit`)
  await expect.poll(() => editorScripts.contain(editorMark)).toBe(true)

  await guest.goto(address)
  await expect(guest.getByText('Away from metal.')).toBeVisible()
  await page.goto(`/article/${article.shortId}/edit`)
  await expect(page.getByText('You can view this article but not edit it')).toBeVisible()
  await expect(page.getByText('Away from metal.')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(
    `/b/${workspace.shortId}/installation-guide/${article.shortId}/mount-a-gateway`,
  )

  const missing = `/b/${workspace.shortId}/x/k3n4x7q2wz`
  await page.goto(missing)
  await expect(page.getByRole('heading', { name: 'This article was deleted or moved' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Mount a gateway' })).toBeVisible()
  expect(new URL(page.url()).pathname, 'the URL stays').toBe(missing)
})
