import path from 'node:path'
import type { Page } from '@playwright/test'
import { findEmailLink } from '../support/mailbox.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, password, test } from '../support/people.ts'

const photo = path.join(import.meta.dirname, '..', '..', 'packages/server/src/app/demo/photos/ines.jpg')
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const updated = (page: Page) => expect(page.getByText('Your profile was successfully updated!')).toBeVisible()
test('a person edits their profile, and the change appears everywhere @soak', async ({ createCompany }) => {
  const { owner } = await createCompany({ title: 'Halden Systems' })
  const page = await owner.open('/settings')
  await expect(page.getByRole('heading', { name: 'Personal Profile' })).toBeVisible()
  await expect(field(page, 'Organization')).toHaveJSProperty('readOnly', true)
  await expect(save(page)).toBeDisabled()
  await field(page, 'First name').fill('Inês')
  await field(page, 'Job title').fill('Head of support')
  await field(page, 'Birth date').fill('1990-02-28')
  await page.getByLabel('Photo file').setInputFiles(photo)
  await expect(page.getByRole('group', { name: 'Photo' }).locator('img')).toBeVisible()
  await save(page).click()
  await updated(page)
  await expect(save(page)).toBeDisabled()

  await page.reload()
  await expect(field(page, 'First name')).toHaveValue('Inês')
  await expect(field(page, 'Birth date')).toHaveValue('28/02/1990')
  const face = page.getByRole('button', { name: `Inês ${owner.lastName}, user menu` }).locator('img')
  await expect(face).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await save(page).click()
  await updated(page)
  await expect(face).toHaveCount(0)
})

test('a new email takes effect when its link is opened @soak', async ({ createCompany, server }) => {
  const { owner } = await createCompany()
  const newEmail = `new.${Date.now()}@halden.example`
  const page = await owner.open('/settings/profile')
  await field(page, 'Email address').fill(newEmail)
  await save(page).click()
  await expect(page.getByText('Please enter your current password')).toBeVisible()
  await field(page, 'Current password').fill(password)
  await save(page).click()
  await expect(page.getByText(`Until you open the link we sent to ${newEmail}`)).toBeVisible()
  await page.goto(await findEmailLink(server, newEmail, 'Confirm your email'))
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await expect(field(page, 'Email address')).toHaveValue(newEmail)
  await expect(page.getByText('Until you open the link')).toHaveCount(0)
  expect(page.url()).not.toContain('confirmEmail')
})

test('the profile has no accessibility violations, console errors or overflow at any width in both themes @soak', async ({
  createCompany,
}) => {
  const { owner } = await createCompany({ title: 'Halden Systems' })
  const page = await owner.open('about:blank', { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
  const complaints = collectConsoleErrors(page)
  await page.goto('/settings/profile')
  await field(page, 'Email address').fill('another@halden.example')
  const problems = await checkScreen(page, { name: 'profile', widths: [1440, 820, 390, 360] })
  expect([...problems, ...complaints]).toEqual([])
})
