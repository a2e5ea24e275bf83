import type { Page } from '@playwright/test'
import { buildGroup } from '../packages/server/src/group/group.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { buildWorkspace, giveGroupRole } from '../packages/server/src/workspace/workspace.builder.ts'
import { newId } from '../packages/shared/src/identity/ids.ts'
import { listen, look } from './look.ts'
import { expect, test, type Company } from './people.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
const widths = [1440, 820, 390, 360]

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const titles = (page: Page) => page.getByRole('row').getByRole('link').allTextContents()

async function invite(db: Db, company: Company, email: string, firstName = 'Noor', lastName = 'Haddad'): Promise<void> {
  await db
    .insertInto('invitations')
    .values({
      id: newId(),
      company_id: company.id,
      email,
      first_name: firstName,
      last_name: lastName,
      role: 'user',
      token_hash: Buffer.from(newId()),
      invited_by: company.owner.id,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
}

test('the first group is created with people, found whatever their spelling', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  await company.join({ firstName: 'José María', lastName: 'de la Cruz' })
  await invite(db, company, 'noor@example.com')
  const page = await company.owner.open('/settings/groups')
  await expect(page.getByText("You don't have any groups yet.")).toBeVisible()
  await page.getByRole('button', { name: 'Create a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a group' })
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await expect(dialog.getByLabel('Group name')).toBeFocused()
  await expect(confirm).toBeDisabled()
  await page.keyboard.type('   ')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Group name').fill('On-call engineers')

  const finder = dialog.getByRole('combobox', { name: 'Add members' })
  await finder.fill('jose MARIAde')
  await expect(page.getByRole('option')).toHaveText([/José María de la Cruz/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await finder.fill('noor')
  await expect(page.getByRole('option')).toHaveText([/Noor Haddad/])
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove Noor Haddad' })).toBeVisible()
  await confirm.click()
  await expect(toast(page, 'Group was successfully created!')).toBeVisible()
  await page.getByRole('link', { name: 'On-call engineers' }).click()
  await expect(page.getByRole('table', { name: 'Users', exact: true })).toContainText('José María de la Cruz')
  await expect(page.getByRole('table', { name: 'Invited users' })).toContainText('noor@example.com')
})

test('a chosen person is taken out of the finder by Backspace, and offered again', async ({ foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  const page = await company.owner.open('/settings/groups')
  await page.getByRole('button', { name: 'Create a group' }).click()
  const finder = page.getByRole('combobox', { name: 'Add members' })
  await finder.fill('jonas')
  await page.getByRole('option', { name: jonas.name }).click()
  await finder.fill('jonas')
  await expect(page.getByText('Nobody found by this name')).toBeVisible()
  expect(await look(page, { name: 'finder-nobody', widths: [1440], part: '[role=listbox]' })).toEqual([])
  await finder.fill('')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: `Remove ${jonas.name}` })).toHaveCount(0)
  await finder.fill('jonas')
  await expect(page.getByRole('option', { name: jonas.name })).toBeVisible()
})

test('on a phone a group is created by its name alone', async ({ foundCompany }) => {
  const company = await foundCompany()
  const page = await company.owner.open('/settings/groups', phone)
  await page.getByRole('button', { name: 'Create a group' }).tap()
  await page.getByLabel('Group name').fill('Support')
  await expect(page.getByRole('combobox', { name: 'Add members' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Confirm' }).tap()
  await expect(page.getByRole('link', { name: 'Support' })).toBeVisible()
})

test('a group is renamed in its row', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  await buildGroup(db, { company, title: 'Suport' })
  const page = await company.owner.open('/settings/groups')
  const pencil = page.getByRole('button', { name: 'Rename Suport' })
  const field = page.getByRole('textbox', { name: 'Group name' })
  await pencil.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field, 'unchanged text just closes').toHaveCount(0)
  await expect(pencil).toBeFocused()
  await pencil.click()
  await field.fill('  ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Field is required')).toBeVisible()
  await field.fill('Something else')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Suport' })).toBeVisible()
  await pencil.click()
  await field.fill('Support')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(toast(page, 'Group is updated')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Support' })).toBeVisible()
})

test('groups are searched and sorted by date, with five faces and how many more', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const people = await Promise.all(
    ['Ada', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus'].map((firstName) => company.join({ firstName })),
  )
  await buildGroup(db, { company, title: 'On-call engineers', members: people, createdAt: new Date(2026, 10, 2, 12) })
  await buildGroup(db, { company, title: 'Security', createdAt: new Date(2026, 8, 18, 12) })
  const page = await company.owner.open('/settings/groups')
  await expect(page.getByRole('row', { name: /On-call engineers/ })).toContainText('02/11/2026')
  await expect(page.getByRole('row', { name: /On-call engineers/ })).toContainText('+2')
  await expect(page.getByRole('row', { name: /Security/ })).toContainText('Nobody yet')
  expect(await titles(page)).toEqual(['On-call engineers', 'Security'])
  await page.getByRole('button', { name: 'Created' }).click()
  expect(await titles(page)).toEqual(['Security', 'On-call engineers'])
  const search = page.getByRole('searchbox', { name: 'Search groups' })
  await search.fill('On-Call  ENG')
  expect(await titles(page)).toEqual(['On-call engineers'])
  await search.fill('zzz')
  await expect(page.getByText('No groups found')).toBeVisible()
})

test('people are added and removed in a dialog, and a removal is taken back', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  await buildGroup(db, { company, title: 'Support' })
  const page = await company.owner.open('/settings/groups')
  await page.getByRole('button', { name: 'Manage users of Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Users of the Support group' })
  await expect(dialog.getByText('Nobody is in this group yet.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Add users' }).fill('weber')
  await page.getByRole('option', { name: jonas.name }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(toast(page, 'Great! New user(s) were successfully added.')).toBeVisible()
  const list = dialog.getByRole('list', { name: 'Users of the group' })
  await expect(list).toContainText(jonas.email)
  await list.getByRole('button', { name: `Remove ${jonas.name}` }).click()
  await expect(dialog.getByText('Nobody is in this group yet.')).toBeVisible()
  await expect(toast(page, 'Group is updated')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(list).toContainText(jonas.email)
})

test('the page of a group adds and removes users by the menu of a row', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Weber' })
  await invite(db, company, 'noor@example.com')
  const group = await buildGroup(db, {
    company,
    title: 'Support',
    members: [jonas],
    invitedEmails: ['noor@example.com'],
  })
  const page = await company.owner.open(`/settings/groups/${group.shortId}`)
  await page.getByRole('button', { name: 'Actions for noor@example.com' }).click()
  await page.getByRole('menuitem', { name: 'Remove user' }).click()
  await expect(page.getByRole('table', { name: 'Invited users' })).toHaveCount(0)
  await page.getByRole('button', { name: `Actions for ${jonas.name}` }).click()
  await page.getByRole('menuitem', { name: 'Add user' }).click()
  await expect(page.getByRole('dialog', { name: 'Manage Users of the Support group' })).toBeVisible()
})

test('deleting a group takes what only it gave', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const jonas = await company.join()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const group = await buildGroup(db, { company, title: 'Support', members: [jonas] })
  await giveGroupRole(db, { workspace, group, role: 'viewer' })
  const his = await jonas.open(`/workspace/${workspace.shortId}`)
  await expect(his.getByRole('heading', { name: 'Support runbooks', level: 1 })).toBeVisible()
  const page = await company.owner.open('/settings/groups')
  await page.getByRole('button', { name: 'Delete Support' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Support”?' })
  await expect(question).toContainText('1 person in it lose')
  await question.getByRole('button', { name: 'Delete group' }).click()
  await expect(toast(page, 'Group successfully deleted')).toBeVisible()
  await expect(page.getByText("You don't have any groups yet.")).toBeVisible()
  await his.goto(`/workspace/${workspace.shortId}`)
  await expect(his.getByRole('alert')).toContainText("You don't have access to this workspace")
})

test('moderators manage groups, plain users are sent home', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const group = await buildGroup(db, { company, title: 'Support' })
  const moderator = await company.join({ role: 'moderator' })
  const hers = await moderator.open('/settings/groups')
  await expect(hers.getByRole('link', { name: 'Support' })).toBeVisible()
  const jonas = await company.join()
  for (const address of ['/settings/groups', `/settings/groups/${group.shortId}`]) {
    const his = await jonas.open(address)
    await expect(his.getByText('How can I help?')).toBeVisible()
  }
})

test('a group that is not there leads back to the others', async ({ foundCompany }) => {
  const company = await foundCompany()
  const page = await company.owner.open('/settings/groups/zzzzzzzzz2')
  await expect(page.getByText('This group can not be found.')).toBeVisible()
  await page.getByRole('link', { name: 'Manage Groups' }).click()
  await expect(page.getByText("You don't have any groups yet.")).toBeVisible()
})

test('every screen of groups looks right at every width in both themes', async ({ db, foundCompany }) => {
  test.setTimeout(180_000)
  const company = await foundCompany()
  const people = await Promise.all(
    ['Maria-Luisa Wilhelmine', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus'].map((firstName) =>
      company.join({ firstName, lastName: 'Fernández de la Vega y Hohenlohe-Langenburg' }),
    ),
  )
  const long = 'Field technicians, certified installation partners and everybody who may open a sealed meter'
  await invite(db, company, 'somebody.with.a.rather.long.address@installation-partners.example')
  const group = await buildGroup(db, {
    company,
    title: long,
    members: people,
    invitedEmails: ['somebody.with.a.rather.long.address@installation-partners.example'],
  })
  await buildGroup(db, { company, title: 'Security' })
  const page = await company.owner.open('/settings/groups')
  const complaints = listen(page)
  const problems: string[] = []
  await expect(page.getByRole('link', { name: 'Security' })).toBeVisible()
  problems.push(...(await look(page, { name: 'groups', widths })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Create a group' }).click()
  await page.getByRole('combobox', { name: 'Add members' }).fill('maria')
  await page.getByRole('option', { name: 'Maria' }).click()
  await page.getByLabel('Group name').click()
  problems.push(...(await look(page, { name: 'group-create', widths: [1440, 820], part: '[role="dialog"]' })))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Manage users of ${long}` }).click()
  await expect(page.getByRole('list', { name: 'Users of the group' })).toContainText('Ben')
  problems.push(...(await look(page, { name: 'group-users', widths, part: '[role="dialog"]' })))
  await page.goto(`/settings/groups/${group.shortId}`)
  await expect(page.getByRole('table', { name: 'Invited users' })).toBeVisible()
  problems.push(...(await look(page, { name: 'group', widths })))
  expect(problems).toEqual([])
  expect(complaints).toEqual([])
})
