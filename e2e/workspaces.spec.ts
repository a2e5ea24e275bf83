import type { Page } from '@playwright/test'
import { buildArticle } from '../packages/server/src/article/article.builder.ts'
import { buildGroup } from '../packages/server/src/group/group.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import {
  buildWorkspace,
  giveGroupRole,
  giveWorkspaceRole,
  type BuiltWorkspace,
} from '../packages/server/src/workspace/workspace.builder.ts'
import { listen, look } from './look.ts'
import { expect, test } from './people.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

/** Titles in the order in which they shall stand: a new article goes on top of its level. */
async function buildArticles(db: Db, workspace: BuiltWorkspace, titles: readonly string[]): Promise<void> {
  for (const title of titles.toReversed()) await buildArticle(db, { workspace, title })
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const rowTitles = (page: Page) => page.getByRole('row').getByRole('link').allTextContents()
const treeTitles = (page: Page) => page.getByRole('treeitem').allInnerTexts()
const sidebarTitles = (page: Page) =>
  page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link').locator('span.kr-trunc').allTextContents()

// The last file of its run: neither worker stands idle while the other goes through it.
test.describe.configure({ mode: 'parallel' })

test('a workspace is created from the menu in the header, and is private at first', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
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

test('title and description are edited with confirm and cancel', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const { shortId } = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const page = await company.owner.open(`/workspace/${shortId}/edit`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Runbooks of the night shift')
  await page.getByRole('button', { name: 'Cancel changing the title' }).click()
  await expect(title).toHaveValue('Support runbooks')
  await expect(page.getByRole('button', { name: 'Save title' })).toHaveCount(0)

  await title.fill('   ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The workspace title is required')).toBeVisible()
  await title.fill('Runbooks of the night shift')
  await page.getByRole('button', { name: 'Save title' }).click()
  await expect(toast(page, 'Workspace title is updated')).toBeVisible()

  await page.getByLabel('Description').fill('From ten in the evening to six.')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Workspace description is updated')).toBeVisible()
  await page.reload()
  await expect(title).toHaveValue('Runbooks of the night shift')
  await expect(page.getByLabel('Description')).toHaveValue('From ten in the evening to six.')
})

test('leaving with a title that is not saved asks first', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const { shortId } = await buildWorkspace(db, { company })
  const page = await company.owner.open(`/workspace/${shortId}/edit`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Runbooks of the night shift')
  await page.getByRole('link', { name: 'Drafts', exact: true }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('The title you typed is not saved.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Runbooks of the night shift')
})

test('visibility is saved when it is chosen, and colleagues see the workspace then', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join()
  const { shortId } = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const his = await jonas.open(`/workspace/${shortId}`)
  await expect(his.getByRole('alert')).toContainText("You don't have access to this workspace")

  const page = await company.owner.open(`/workspace/${shortId}/edit`)
  await page.getByRole('combobox', { name: 'Visibility' }).click()
  await page.getByRole('option', { name: 'Organization' }).click()
  await expect(toast(page, 'Workspace visibility is updated')).toBeVisible()
  await his.goto(`/workspace/${shortId}`)
  await expect(his.getByRole('heading', { name: 'Support runbooks', level: 1 })).toBeVisible()
  await expect(his.getByText('There are no articles in this workspace')).toBeVisible()
})

test('who may only read is sent from the edit page to the list', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await giveWorkspaceRole(db, { workspace, user: jonas, role: 'viewer' })
  const page = await jonas.open(`/workspace/${workspace.shortId}/edit`)
  await expect(page).toHaveURL(/\/workspaces$/)
  await page.getByRole('button', { name: 'Actions for Support runbooks' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Edit workspace' })).toHaveCount(0)
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0)
})

test('people and groups are added as viewers, get another role and are removed', async ({ db, foundCompany }) => {
  const company = await foundCompany()
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
  await expect(hers.getByRole('link', { name: 'Manage groups' })).toHaveCount(0)

  await section.getByRole('button', { name: `Remove ${jonas.name}` }).click()
  await expect(toast(page, `The user ${jonas.name} has been successfully removed`)).toBeVisible()
  await section.getByRole('button', { name: 'Remove On-call engineers' }).click()
  await expect(toast(page, 'The group On-call engineers has been successfully removed')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(1)
  await hers.goto(`/workspace/${shortId}/edit`)
  await expect(hers).toHaveURL(/\/workspaces$/)
  await page.getByRole('link', { name: 'Manage groups' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Groups' })).toBeVisible()
})

test('an address that is not known yet is invited with its role', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const { shortId } = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const page = await company.owner.open(`/workspace/${shortId}/edit`)
  const section = page.getByRole('region', { name: 'People and groups' })
  await section.getByRole('combobox', { name: 'Add people and groups' }).fill('noor@example.com')
  await page.getByRole('option', { name: 'noor@example.com' }).click()
  await section.getByRole('button', { name: 'Add', exact: true }).click()
  // No mail leaves this installation, so the address is shown to be passed on.
  const dialog = page.getByRole('dialog', { name: 'Pass the invitation on' })
  await expect(dialog.getByLabel('noor@example.com')).toHaveValue(/\/signup\/.{20,}/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(section.getByRole('listitem').filter({ hasText: 'noor@example.com' })).toContainText('Invited')
  await section.getByRole('button', { name: 'Remove Noor' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('whoever manages a workspace may leave it, after being told what is lost', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await giveWorkspaceRole(db, { workspace, user: jonas, role: 'admin' })
  const page = await jonas.open(`/workspace/${workspace.shortId}/edit`)
  await page.getByRole('button', { name: `Remove ${jonas.name}` }).click()
  const question = page.getByRole('dialog', { name: 'Leave “Support runbooks”?' })
  await expect(question).toContainText('see the workspace no more')
  await question.getByRole('button', { name: 'Leave workspace' }).click()
  await expect(page).toHaveURL(/\/workspaces$/)
  await expect(toast(page, `The user ${jonas.name} has been successfully removed`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Support runbooks' })).toHaveCount(0)
})

test('who has a role looks right at every width in both themes', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const maria = await company.join({
    firstName: 'Maria-Luisa Wilhelmine',
    lastName: 'Fernández de la Vega y Hohenlohe-Langenburg',
  })
  const away = await company.join({ status: 'deactivated' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await giveWorkspaceRole(db, { workspace, user: maria, role: 'editor' })
  await giveWorkspaceRole(db, { workspace, user: away, role: 'viewer' })
  const group = await buildGroup(db, { company, title: 'Field technicians and certified installation partners' })
  await giveGroupRole(db, { workspace, group, role: 'admin' })
  const page = await company.owner.open(`/workspace/${workspace.shortId}/edit`)
  const complaints = listen(page)
  await expect(page.getByRole('combobox', { name: /^Role of Field/ })).toHaveValue('admin')
  expect(await look(page, { name: 'workspace-people', widths: [1440, 820, 390, 360] })).toEqual([])
  expect(complaints).toEqual([])
})

test('guests read a public workspace by its address, and are led to sign in from others', async ({
  db,
  page,
  foundCompany,
}) => {
  const company = await foundCompany()
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

test('the list is searched, filtered and sorted, and its address tells how', async ({ db, foundCompany }) => {
  const company = await foundCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  const add = (title: string, day: number, more: object = {}) =>
    buildWorkspace(db, { company, title, createdAt: new Date(2026, 2, day), ...more })
  await add('Support runbooks', 3, { visibility: 'organization' })
  await add('Café and kitchen', 9, { visibility: 'public', owner: jonas })
  await add('Gateway 3', 5, { description: 'All about the support of the third generation.' })

  const page = await company.owner.open('/workspaces')
  const search = page.getByRole('searchbox', { name: 'Search workspaces' })
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText('3 workspaces')
  expect(await rowTitles(page)).toEqual(['Café and kitchen', 'Gateway 3', 'Support runbooks'])
  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Workspace' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await rowTitles(page)).toEqual(['Café and kitchen', 'Gateway 3', 'Support runbooks'])
  await page.getByRole('button', { name: 'Workspace', exact: true }).click()
  expect(await rowTitles(page)).toEqual(['Support runbooks', 'Gateway 3', 'Café and kitchen'])

  await search.fill('cafe')
  await expect(status).toHaveText('1 of 3')
  expect(await rowTitles(page)).toEqual(['Café and kitchen'])
  await search.fill('support')
  await expect(status).toHaveText('2 of 3')
  await page.getByRole('button', { name: 'Privacy', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Organization' }).click()
  expect(await rowTitles(page)).toEqual(['Support runbooks'])
  await page.reload()
  await expect(search).toHaveValue('support')
  expect(await rowTitles(page)).toEqual(['Support runbooks'])

  await page.getByRole('button', { name: 'Creator', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Jonas Weber' }).click()
  await expect(page.getByText('There are no matching results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(status).toHaveText('3 workspaces')
  await expect(search).toHaveValue('')
})

test('on a phone the filters are in a dialog that tells what they leave', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  await buildWorkspace(db, { company, title: 'Gateway 3' })
  const page = await company.owner.open('/workspaces', phone)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog', { name: 'Filters' })
  await dialog.getByRole('combobox', { name: 'Privacy' }).click()
  await page.getByRole('option', { name: 'Organization' }).click()
  await dialog.getByRole('button', { name: 'Show 1 workspace' }).click()
  await expect(page.getByRole('button', { name: 'Filters, 1' })).toBeVisible()
  expect(await rowTitles(page)).toEqual(['Support runbooks'])
})

test('nobody is left without a workspace: a private one takes the place of the last', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/workspaces')
  await page.getByRole('button', { name: 'Actions for My Private Workspace' }).click()
  await page.getByRole('menuitem', { name: 'Edit workspace' }).click()
  const former = page.url()
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete workspace' })
  await remove.click()
  const question = page.getByRole('dialog', { name: 'Delete “My Private Workspace”?' })
  await expect(question).toContainText('This cannot be undone.')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Delete workspace' }).click()
  await expect(toast(page, '“My Private Workspace” was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for My Private Workspace' }).click()
  await page.getByRole('menuitem', { name: 'Edit workspace' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('My Private Workspace')
  expect(page.url()).not.toBe(former)
})

test('the sidebar of somebody whose workspaces are all archived says that there are none', async ({
  db,
  foundCompany,
}) => {
  const company = await foundCompany()
  await buildWorkspace(db, { company, title: 'Gateway 1', isArchived: true })
  const page = await company.owner.open('/workspace/new')
  await expect(page.getByText("You don't have any workspaces yet.")).toBeVisible()
})

test('favourites stand first in the sidebar, the rest as they were arranged', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  for (const title of ['Alpha', 'Beta', 'Gamma', 'Delta']) await buildWorkspace(db, { company, title })
  const page = await company.owner.open('/workspaces')
  await page.getByRole('row', { name: 'Beta' }).hover()
  await page.getByRole('button', { name: 'Favourite: Beta' }).click()
  await expect(page.getByRole('button', { name: 'Favourite: Beta' })).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/workspace/new')
  await expect(page.getByRole('region', { name: 'Favourites' }).getByRole('link')).toHaveText(/Beta$/)
  expect(await sidebarTitles(page)).toEqual(['Beta', 'Delta', 'Gamma', 'Alpha'])

  await page.getByRole('button', { name: 'Move Alpha' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'Move Alpha' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('“Alpha”: position 1 of 3.')).toBeAttached()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Delta' })
    .dragTo(page.getByRole('listitem').filter({ hasText: 'Gamma' }), { targetPosition: { x: 40, y: 28 } })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Move Alpha' })).toBeAttached()
  expect(await sidebarTitles(page)).toEqual(['Beta', 'Alpha', 'Gamma', 'Delta'])
})

test('an archived workspace can only be read, and comes back', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const { shortId } = await buildWorkspace(db, { company, title: 'Gateway 1' })
  await buildWorkspace(db, { company, title: 'Gateway 3' })
  const page = await company.owner.open('/workspaces')
  const archive = async () => {
    await page.getByRole('button', { name: 'Actions for Gateway 1' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await page.getByRole('dialog', { name: 'Archive “Gateway 1”?' }).getByRole('button', { name: 'Archive' }).click()
    await expect(toast(page, 'Workspace archived')).toBeVisible()
  }
  await archive()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: 'Gateway 1' })).not.toContainText('Archived')
  await archive()
  await expect(page.getByRole('row', { name: 'Gateway 1' })).toContainText('Archived')

  await page.goto('/workspace/new')
  await expect(page.getByRole('button', { name: 'Move Gateway 3' })).toBeAttached()
  expect(await sidebarTitles(page)).toEqual(['Gateway 3'])
  await page.goto(`/workspace/${shortId}`)
  await expect(page.getByText('This workspace is archived. It can only be read.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create an article' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Unarchive' }).click()
  await expect(toast(page, 'Workspace unarchived')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Create an article' })).toBeVisible()
})

test.describe('the order of articles', () => {
  const titles = ['Restart a gateway', 'Read a meter by hand', 'Call the carrier', 'Close a ticket']

  async function startReorder(page: Page): Promise<void> {
    await page.getByRole('complementary').getByRole('button', { name: 'Actions for Support runbooks' }).click()
    await page.getByRole('menuitem', { name: 'Reorder articles' }).click()
    await expect(page.getByRole('heading', { name: 'Reorder articles' })).toBeVisible()
  }

  test('is changed by keys, and only Save keeps it', async ({ db, foundCompany }) => {
    const company = await foundCompany()
    const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
    await buildArticles(db, workspace, titles)
    const page = await company.owner.open(`/workspace/${workspace.shortId}`)
    await startReorder(page)
    await page.getByRole('treeitem', { name: 'Close a ticket' }).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(' ')
    await expect(page.getByText('“Close a ticket”: position 2 of 4 at the top level.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Reorder articles' })).toHaveCount(0)
    expect(await treeTitles(page)).toEqual(titles)

    await startReorder(page)
    await page.getByRole('treeitem', { name: 'Read a meter by hand' }).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect(page.getByText('position 1 of 1 under “Restart a gateway”').first()).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Reorder articles' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('treeitem', { name: 'Read a meter by hand' })).toHaveAttribute('aria-level', '2')
    expect(await treeTitles(page)).toEqual(titles)
  })

  test('is changed by drag', async ({ db, foundCompany }) => {
    const company = await foundCompany()
    const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
    await buildArticles(db, workspace, titles)
    const page = await company.owner.open(`/workspace/${workspace.shortId}`)
    await startReorder(page)
    const row = (name: string) => page.getByRole('treeitem', { name })
    await row('Close a ticket').dragTo(row('Restart a gateway'), { targetPosition: { x: 120, y: 3 } })
    await row('Call the carrier').dragTo(row('Close a ticket'), { targetPosition: { x: 120, y: 16 } })
    await expect(row('Call the carrier')).toHaveAttribute('aria-level', '2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Reorder articles' })).toHaveCount(0)
    await page.reload()
    await expect(row('Call the carrier')).toHaveAttribute('aria-level', '2')
    expect(await treeTitles(page)).toEqual([
      'Close a ticket',
      'Call the carrier',
      'Restart a gateway',
      'Read a meter by hand',
    ])
  })

  test('that a colleague saved meanwhile is shown, and nothing is overwritten unseen', async ({ db, foundCompany }) => {
    const company = await foundCompany()
    const jonas = await company.join()
    const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
    await giveWorkspaceRole(db, { workspace, user: jonas, role: 'editor' })
    await buildArticles(db, workspace, titles)
    const hers = await company.owner.open(`/workspace/${workspace.shortId}`)
    const his = await jonas.open(`/workspace/${workspace.shortId}`)
    await startReorder(hers)
    await startReorder(his)
    await his.getByRole('treeitem', { name: 'Call the carrier' }).focus()
    await his.keyboard.press('Alt+ArrowUp')
    await his.getByRole('button', { name: 'Save' }).click()
    await expect(his.getByRole('heading', { name: 'Reorder articles' })).toHaveCount(0)

    await hers.getByRole('treeitem', { name: 'Close a ticket' }).focus()
    await hers.keyboard.press('Alt+ArrowUp')
    await hers.getByRole('button', { name: 'Save' }).click()
    await expect(hers.getByText(/Someone else/)).toBeVisible()
    await hers.getByRole('button', { name: 'Take theirs' }).click()
    await hers.getByRole('treeitem', { name: 'Close a ticket' }).focus()
    await hers.keyboard.press('Alt+ArrowUp')
    await hers.getByRole('button', { name: 'Save' }).click()
    await expect(hers.getByRole('heading', { name: 'Reorder articles' })).toHaveCount(0)
    await his.reload()
    await expect(his.getByRole('treeitem', { name: 'Close a ticket' })).toBeVisible()
    expect(await treeTitles(his)).toEqual([
      'Restart a gateway',
      'Call the carrier',
      'Close a ticket',
      'Read a meter by hand',
    ])
  })

  test('can only be changed where there are two articles that are not archived', async ({ db, foundCompany }) => {
    const company = await foundCompany()
    const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
    await buildArticle(db, { workspace, title: 'Restart a gateway' })
    await buildArticle(db, { workspace, title: 'Fax the carrier', isArchived: true })
    const page = await company.owner.open(`/workspace/${workspace.shortId}`)
    const menu = page.getByRole('complementary').getByRole('button', { name: 'Actions for Support runbooks' })
    await menu.click()
    await expect(page.getByRole('menuitem', { name: 'Archive', exact: true })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Reorder articles' })).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Show archived articles' }).click()
    await expect(page.getByRole('treeitem', { name: 'Fax the carrier' })).toBeVisible()
  })
})

test('the sidebar is as wide as it was made, from 345 to 600', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const { shortId } = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const page = await company.owner.open(`/workspace/${shortId}`, { viewport: { width: 1440, height: 900 } })
  const panel = page.getByRole('complementary', { name: 'Support runbooks' })
  const edge = page.getByRole('separator', { name: 'Width of the list' })
  const width = () => panel.evaluate((element) => element.getBoundingClientRect().width)
  await expect(edge).toBeVisible()
  expect(await width()).toBe(345)
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(620, 300, { steps: 4 })
  await page.mouse.up()
  const dragged = await width()
  expect(dragged).toBeGreaterThan(400)
  await page.reload()
  await expect(edge).toBeVisible()
  expect(await width()).toBe(dragged)
  await edge.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  expect(await width()).toBe(600)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  expect(await width()).toBe(345)
})

test('on a phone the burger leads everywhere and the tree is the page', async ({ db, foundCompany }) => {
  const company = await foundCompany({ title: 'Halden Systems' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await buildArticles(db, workspace, ['Restart a gateway', 'Call the carrier'])
  const page = await company.owner.open('/', phone)
  const burger = page.getByRole('button', { name: 'Menu', exact: true })
  await burger.tap()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toContainText('Halden Systems')
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(burger).toBeFocused()
  await burger.tap()
  await menu.getByRole('link', { name: 'Workspaces' }).tap()
  await expect(menu).toHaveCount(0)
  await page.getByRole('link', { name: 'Support runbooks' }).tap()
  await expect(page.getByRole('heading', { name: 'Support runbooks', level: 1 })).toBeVisible()
  await page.getByRole('treeitem', { name: 'Call the carrier' }).tap()
  await expect(page.getByRole('heading', { name: 'Call the carrier', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Support runbooks' }).tap()
  await page.getByRole('dialog', { name: 'Support runbooks' }).getByRole('treeitem', { name: 'Restart' }).tap()
  await expect(page.getByRole('heading', { name: 'Restart a gateway', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
