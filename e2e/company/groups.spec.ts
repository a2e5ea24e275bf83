import type { Page } from '@playwright/test'
import { buildGroup } from '../../packages/server/src/group/group.builder.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { buildWorkspace, grantGroupRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { newId } from '../../packages/shared/src/identity/ids.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Company } from '../support/people.ts'

const widths = [1440, 820, 390, 360]

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

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

test('deleting a group removes only the access that came from it @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const jonas = await company.join()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const group = await buildGroup(db, { company, title: 'Support', members: [jonas] })
  await grantGroupRole(db, { workspace, group, role: 'viewer' })
  const his = await jonas.open(`/workspace/${workspace.shortId}`)
  await expect(his.getByRole('heading', { name: 'Support runbooks', level: 1 })).toBeVisible()
  const page = await company.owner.open('/settings/groups')
  await page.getByRole('button', { name: 'Delete Support' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Support”?' })
  await expect(question).toContainText('1 person loses the access it grants.')
  await question.getByRole('button', { name: 'Delete group' }).click()
  await expect(toast(page, 'Group successfully deleted')).toBeVisible()
  await expect(page.getByText("You don't have any groups yet.")).toBeVisible()
  await his.goto(`/workspace/${workspace.shortId}`)
  await expect(his.getByRole('alert')).toContainText("You don't have access to this workspace")
})

test('every screen of groups looks right at every width in both themes @soak', async ({ db, createCompany }) => {
  test.setTimeout(180_000)
  const company = await createCompany()
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
  const complaints = collectConsoleErrors(page)
  const problems: string[] = []
  await expect(page.getByRole('link', { name: 'Security' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'groups', widths })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Create a group' }).click()
  await page.getByRole('combobox', { name: 'Add members' }).fill('maria')
  await page.getByRole('option', { name: 'Maria' }).click()
  await page.getByRole('combobox', { name: 'Add members' }).fill('maria')
  await expect(page.getByText('No one found')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'finder-nobody', widths: [1440], selector: '[role=listbox]' })))
  await page.getByLabel('Group name').click()
  problems.push(
    ...(await checkScreen(page, { name: 'group-create', widths: [1440, 820], selector: '[role="dialog"]' })),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Manage users of ${long}` }).click()
  await expect(page.getByRole('list', { name: 'Users of the group' })).toContainText('Ben')
  problems.push(...(await checkScreen(page, { name: 'group-users', widths, selector: '[role="dialog"]' })))
  await page.goto(`/settings/groups/${group.shortId}`)
  await expect(page.getByRole('table', { name: 'Invited users' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'group', widths })))
  expect(problems).toEqual([])
  expect(complaints).toEqual([])
})
