/** Showing an article to the intended people only: anyone with a link, people by name, and nobody after access ends. */
import type { Browser, Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test, type Company } from '../support/people.ts'

type World = { db: Parameters<typeof buildWorkspace>[0]; company: Company }

const notFound = "The shared article hasn't been found."

async function buildRunbook({ db, company }: World) {
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [
      { title: 'Steps', slug: 'steps', text: 'Find the serial number.' },
      { title: 'Queries', slug: 'queries', text: 'Select all silent gateways.' },
    ],
  })
  return { workspace, article, address: `/b/${workspace.shortId}/x/${article.shortId}` }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).click()

/** The complete URL that the dialog shows. */
const linkIn = async (page: Page, name: 'Public link' | 'Private link') =>
  `http://${await dialog(page).getByRole('textbox', { name }).inputValue()}`

async function makeLink(page: Page): Promise<string> {
  await openDialog(page)
  await dialog(page).getByText('Public', { exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Create public link' }).click()
  await expect(page.getByText('Shared link was generated successfully')).toBeVisible()
  return linkIn(page, 'Public link')
}

async function openAsGuest(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(address)
  return page
}

/** The confirmation covers the dialog that opened it, whatever their order in the page. */
const sure = (page: Page, name: string) =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: 'Cancel' }) })
    .getByRole('button', { name, exact: true })
    .click()

test('a public link shows an article to anyone, until it is renewed, expires or is deleted', async ({
  db,
  createCompany,
  browser,
}) => {
  const company = await createCompany({ title: 'Halden Systems' })
  const { workspace, article, address } = await buildRunbook({ db, company })
  await buildArticle(db, { workspace, parent: article, title: 'Call the site', textTabs: [{ text: 'Ring twice.' }] })
  const owner = await company.owner.open(address)
  const first = await makeLink(owner)

  const guest = await openAsGuest(browser, 'about:blank')
  const asked: string[] = []
  guest.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await guest.goto(first)
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()
  await expect(guest.getByText('Halden Systems')).toBeVisible()
  await expect(guest.getByText('Find the serial number.')).toBeVisible()
  await expect(guest.getByText('Call the site')).toHaveCount(0)
  expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/browse/shared/'))).toEqual([])
  await expect(guest.locator('meta[name=robots][content*=noindex]').first()).toBeAttached()

  // A tab has its own URL, which opens it.
  await guest.getByRole('tab', { name: 'Queries' }).click()
  await expect(guest.getByText('Select all silent gateways.')).toBeVisible()
  await guest.goto(guest.url())
  await expect(guest.getByText('Select all silent gateways.')).toBeVisible()

  await dialog(owner).getByText('Link options').click()
  await dialog(owner).getByRole('switch', { name: 'Include 1 sub-article' }).click()
  await expect(owner.getByText('Shared link was updated')).toBeVisible()
  await guest.goto(first)
  await guest.getByRole('link', { name: 'Call the site' }).click()
  await expect(heading(guest, 'Call the site')).toBeVisible()
  await expect(guest.getByText('Ring twice.')).toBeVisible()

  await dialog(owner).getByRole('button', { name: 'New link' }).click()
  await sure(owner, 'Create a new link')
  await expect.poll(() => linkIn(owner, 'Public link')).not.toBe(first)
  const second = await linkIn(owner, 'Public link')
  await guest.goto(first)
  await expect(heading(guest, notFound)).toBeVisible()
  await guest.goto(second)
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()

  // An open page loses access with its next request.
  await dialog(owner).getByRole('button', { name: 'Delete link' }).click()
  await sure(owner, 'Delete link')
  await expect(owner.getByText('Shared link was deleted successfully')).toBeVisible()
  await guest.getByRole('link', { name: 'Call the site' }).click()
  await expect(heading(guest, notFound)).toBeVisible()

  await dialog(owner).getByRole('button', { name: 'Create public link' }).click()
  await expect(dialog(owner).getByRole('textbox', { name: 'Public link' })).toBeVisible()
  const third = await linkIn(owner, 'Public link')
  await guest.clock.install()
  await guest.goto(third)
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()
  await db
    .updateTable('article_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('article_id', '=', article.id)
    .where('kind', '=', 'public')
    .execute()
  // A reader triggers no requests, so the page polls.
  await guest.clock.fastForward(21_000)
  await expect(heading(guest, notFound)).toBeVisible()
})

test('a password is required, and required again after it changes @soak', async ({ db, createCompany, browser }) => {
  const company = await createCompany()
  const { address } = await buildRunbook({ db, company })
  const owner = await company.owner.open(address)
  const link = await makeLink(owner)
  const setPassword = async (button: string, password: string) => {
    await dialog(owner).getByRole('button', { name: button }).click()
    await dialog(owner).getByRole('textbox', { name: 'New link password' }).fill(password)
    await dialog(owner).getByRole('button', { name: 'Save' }).click()
    // Where a password existed, “Password: on” is visible before saving too, so wait for the field to close.
    await expect(dialog(owner).getByRole('textbox', { name: 'New link password' })).toHaveCount(0)
    await expect(dialog(owner).getByText('Password: on')).toBeVisible()
  }
  await dialog(owner).getByText('Link options').click()
  await setPassword('Set password', 'tide-table')

  const guest = await openAsGuest(browser, link)
  const field = guest.getByRole('textbox', { name: 'Link password' })
  await field.fill('low water')
  await field.press('Enter')
  await expect(guest.getByText('Wrong password')).toBeVisible()
  await expect(guest.getByText('Restart a gateway')).toHaveCount(0)
  await field.fill('tide-table')
  await field.press('Enter')
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()
  await guest.reload()
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()

  await setPassword('Change password', 'spring tide')
  await guest.reload()
  await expect(field).toBeVisible()

  await dialog(owner).getByRole('button', { name: 'Remove password' }).click()
  await expect(dialog(owner).getByText('Password: off')).toBeVisible()
  await guest.reload()
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()
})

test('links in an embedded article open in a new tab @soak', async ({ db, createCompany, browser }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company })
  const marks = [{ type: 'link', attrs: { href: '/login', target: '_self' } }]
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'The other handbook', marks }] }]
  const { shortId } = await buildArticle(db, { workspace, textTabs: [{ note: { type: 'doc', content } }] })
  const link = await makeLink(await company.owner.open(`/b/${workspace.shortId}/x/${shortId}`))

  const frame = await openAsGuest(browser, link.replace('/b/shared/', '/embed/'))
  const inside = frame.getByRole('link', { name: 'The other handbook' })
  const opened = frame.waitForEvent('popup')
  await inside.click()
  await expect(await opened).toHaveURL(/\/login/)
  await expect(inside).toBeVisible()
})

test('a private link works for people named on the article, and for nobody else @soak', async ({
  db,
  createCompany,
  browser,
}) => {
  const company = await createCompany()
  const named = await company.join({ firstName: 'Aiko', lastName: 'Tanaka' })
  const colleague = await company.join({ firstName: 'Priya', lastName: 'Raghunathan' })
  const stranger = (await createCompany()).owner
  const { address } = await buildRunbook({ db, company })
  const owner = await company.owner.open(address)
  await openDialog(owner)
  const link = await linkIn(owner, 'Private link')
  await dialog(owner).getByRole('combobox', { name: 'Share with people and groups' }).fill('AIKO tan')
  await owner.getByRole('option', { name: /Aiko Tanaka/ }).click()
  await dialog(owner).getByRole('button', { name: 'Add' }).click()
  await expect(owner.getByText('The article is successfully shared with user/group')).toBeVisible()
  await expect(dialog(owner).getByRole('list', { name: 'Shared with' })).toContainText('Aiko Tanaka')

  const reader = await named.open(link)
  await expect(heading(reader, 'Restart a gateway')).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Open in workspace' })).toHaveCount(0)
  // People named on the article can use its comments.
  await reader.getByRole('button', { name: '0 comments' }).click()
  await expect(reader.getByText('No comments yet')).toBeVisible()
  for (const other of [colleague, stranger]) {
    await expect(heading(await other.open(link), notFound)).toBeVisible()
  }
  const guest = await openAsGuest(browser, link)
  await expect(guest).toHaveURL(/\/login\//)
  const itself = await company.owner.open(link)
  await expect(itself.getByRole('link', { name: 'Open in workspace' })).toBeVisible()

  await dialog(owner).getByRole('button', { name: 'Remove Aiko Tanaka' }).click()
  await expect(owner.getByText('The user/group has been successfully deleted from the list')).toBeVisible()
  await reader.reload()
  await expect(heading(reader, notFound)).toBeVisible()
})

test('all active links are listed, and can be turned off one by one or all together @soak', async ({
  db,
  createCompany,
  browser,
}) => {
  const company = await createCompany()
  const { workspace, address } = await buildRunbook({ db, company })
  const owner = await company.owner.open(address)
  const link = await makeLink(owner)
  const guest = await openAsGuest(browser, link)
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()

  await owner.goto(`/workspace/${workspace.shortId}/edit`)
  await expect(owner.getByRole('table', { name: 'Public links' })).toContainText('Restart a gateway')
  await owner.getByRole('switch', { name: 'Public links' }).click()
  await expect(owner.getByText('Workspace sharing is updated')).toBeVisible()
  await guest.reload()
  await expect(heading(guest, notFound)).toBeVisible()
  await owner.goto(address)
  await openDialog(owner)
  await dialog(owner).getByText('Public', { exact: true }).click()
  await expect(dialog(owner).getByText(/Public links are turned off in this workspace/)).toBeVisible()

  await owner.goto(`/workspace/${workspace.shortId}/edit`)
  await owner.getByRole('switch', { name: 'Public links' }).click()
  await expect(owner.getByRole('switch', { name: 'Public links' })).toBeChecked()
  await expect(owner.getByText('Workspace sharing is updated')).toBeVisible()
  await guest.reload()
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()

  await owner.goto('/settings/links')
  await owner.getByRole('button', { name: 'Actions for Restart a gateway' }).click()
  await owner.getByRole('menuitem', { name: 'Turn off' }).click()
  await sure(owner, 'Turn off')
  await expect(owner.getByText('Shared link was deleted successfully')).toBeVisible()
  await expect(owner.getByText(/Public links of articles you can edit appear here/)).toBeVisible()
  await guest.reload()
  await expect(heading(guest, notFound)).toBeVisible()
})
