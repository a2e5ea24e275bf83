import path from 'node:path'
import type { Page } from '@playwright/test'
import { linkInMail } from './mailbox.ts'
import { listen, look } from './look.ts'
import { expect, password, test } from './people.ts'

const photo = path.join(import.meta.dirname, '..', 'packages/server/src/app/demo/photos/ines.jpg')
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const updated = (page: Page) => expect(page.getByText('Your profile was successfully updated!')).toBeVisible()
const pathOf = (page: Page) => page.evaluate(() => location.pathname)

test('a person puts their profile right, and every place shows it', async ({ foundCompany }) => {
  const { owner } = await foundCompany({ title: 'Halden Systems' })
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
  await expect(field(page, 'Birth date')).toHaveValue('1990-02-28')
  const face = page.getByRole('button', { name: `Inês ${owner.lastName}, user menu` }).locator('img')
  await expect(face).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await save(page).click()
  await updated(page)
  await expect(face).toHaveCount(0)
})

test('the profile is saved only once its photo is ready', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/settings/profile')
  await page.evaluate(() => {
    const real = window.createImageBitmap.bind(window)
    window.createImageBitmap = async (source: ImageBitmapSource) => {
      await new Promise((resolve) => setTimeout(resolve, 2000))
      return real(source)
    }
  })
  await field(page, 'Job title').fill('Head of support')
  await page.getByLabel('Photo file').setInputFiles(photo)
  await expect(save(page)).toBeDisabled()
  await save(page).click()
  await updated(page)
  await expect(page.getByRole('button', { name: /user menu/ }).locator('img')).toBeVisible()
})

test('only a PNG or JPEG of at most 3 MB is taken as a photo', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/settings/profile')
  const file = page.getByLabel('Photo file')
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg></svg>') })
  await expect(page.getByRole('alert').filter({ hasText: 'Not allowed file format' })).toBeVisible()
  const head = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const large = Buffer.concat([head, Buffer.alloc(3_000_001)])
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByText('File size should be less than 3 MB')).toBeVisible()
  await file.setInputFiles(photo)
  await expect(page.getByText('File size should be less than 3 MB')).toHaveCount(0)
  await expect(save(page)).toBeEnabled()
})

test('what is not saved is not lost without being asked', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/settings/profile')
  await field(page, 'Job title').fill('Not saved')
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'Job title')).toHaveValue('Not saved')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'Job title')).toHaveValue('')
  await page.getByRole('link', { name: 'Drafts' }).click()
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible()
})

test('a new password needs the present one and signs out everywhere else', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/settings/profile')
  await field(page, 'Current password').fill('not the password')
  await field(page, 'New password').fill('another sentence')
  await field(page, 'Confirm new password').fill('another one')
  await save(page).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await field(page, 'Confirm new password').fill('another sentence')
  await save(page).click()
  await expect(page.getByText('The current password is not right')).toBeVisible()
  await expect(field(page, 'Current password')).toBeFocused()
  await field(page, 'Current password').fill(password)
  await save(page).click()
  await updated(page)
  await expect(field(page, 'New password')).toHaveValue('')
})

test('another address counts when its link was opened', async ({ foundCompany, server }) => {
  const { owner } = await foundCompany()
  const wish = `new.${Date.now()}@halden.example`
  const page = await owner.open('/settings/profile')
  await field(page, 'Email address').fill(wish)
  await save(page).click()
  await expect(page.getByText('Please enter your current password')).toBeVisible()
  await field(page, 'Current password').fill(password)
  await save(page).click()
  await expect(page.getByText(`Until you open the link we sent to ${wish}`)).toBeVisible()
  await page.goto(await linkInMail(server, wish, 'Confirm your email'))
  await expect(page.getByText('Your email is confirmed')).toBeVisible()
  await expect(field(page, 'Email address')).toHaveValue(wish)
  await expect(page.getByText('Until you open the link')).toHaveCount(0)
  expect(page.url()).not.toContain('confirmEmail')
})

test('the settings show what one may, and lead away from what one may not', async ({ foundCompany }) => {
  const company = await foundCompany({ title: 'Halden Systems' })
  const places = (page: Page) => page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
  const member = await (await company.join()).open('/settings/profile')
  await expect(places(member)).toHaveText(['Personal Profile', 'Shared links'])
  for (const address of ['/settings/company', '/settings/users', '/settings/groups', '/settings/groups/k3n4x7q2wz']) {
    await member.goto(address)
    await expect(member.getByRole('heading', { name: 'How can I help?' }), address).toBeVisible()
  }
  const moderator = await (await company.join({ role: 'moderator' })).open('/settings/company')
  await expect(places(moderator)).toHaveText(['Personal Profile', 'Shared links', 'User Management', 'User Groups'])
  expect(await pathOf(moderator)).toBe('/settings/users')
  const owner = await company.owner.open('/settings/profile')
  await expect(places(owner)).toHaveText([
    'Personal Profile',
    'Shared links',
    'Company Profile',
    'User Management',
    'User Groups',
  ])
  await owner.getByRole('button', { name: `${company.owner.name}, user menu` }).click()
  await owner.getByRole('menuitem', { name: 'Company Settings' }).click()
  await expect.poll(() => pathOf(owner)).toBe('/settings/company')
})

test('on a phone the settings are a sheet from the header', async ({ foundCompany }) => {
  const { owner } = await foundCompany()
  const page = await owner.open('/settings/profile', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'User Groups' }).click()
  await expect.poll(() => pathOf(page)).toBe('/settings/groups')
})

test('the profile is readable, quiet and within its edges at every width and in both themes', async ({
  foundCompany,
}) => {
  const { owner } = await foundCompany({ title: 'Halden Systems' })
  const page = await owner.open('about:blank', { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
  const complaints = listen(page)
  await page.goto('/settings/profile')
  await field(page, 'Email address').fill('another@halden.example')
  const problems = await look(page, { name: 'profile', widths: [1440, 820, 390, 360] })
  expect([...problems, ...complaints]).toEqual([])
})
