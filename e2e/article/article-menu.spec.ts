import type { BrowserContextOptions, Page } from '@playwright/test'
import { buildArticle, buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test, type Company, type Person } from '../support/people.ts'

type Db = Parameters<typeof buildWorkspace>[0]

const toast = (page: Page, words: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: words })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const row = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const pathOf = ({ workspace }: Scene, article: { shortId: string }) => `/b/${workspace.shortId}/x/${article.shortId}`

type Scene = Awaited<ReturnType<typeof buildScene>>

/** A published text with a sub-article, a recording and an archived text, with one person who may only read. */
async function buildScene(db: Db, company: Company, visibility: 'private' | 'public' = 'private') {
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility })
  const archived = await buildArticle(db, { workspace, title: 'Old modems', isArchived: true })
  const videoArticle = await buildArticle(db, { workspace, title: 'Roof walk', duration: 60_000 })
  const text = await buildArticle(db, { workspace, title: 'Restart a gateway' })
  const nested = await buildArticle(db, { workspace, title: 'With a ladder', parent: text })
  const reader = await company.join({ firstName: 'Mara', lastName: 'Lind' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  return { workspace, archived, videoArticle, text, nested, reader }
}

/** Keyboard only. */
async function openRowMenu(page: Page, name: string): Promise<void> {
  await row(page, name).focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible()
}

const managing = ['Version history', 'Duplicate', 'Merge', 'Transfer', 'Reorder', 'Archive', 'Unarchive']

async function chooseByKeys(page: Page, name: string, item: string): Promise<void> {
  await openRowMenu(page, name)
  if (managing.includes(item)) await chooseFocused(page, 'Manage')
  await chooseFocused(page, item)
}

async function chooseFocused(page: Page, item: string): Promise<void> {
  const wanted = page.getByRole('menuitem', { name: item, exact: true })
  const isChosen = () => wanted.evaluate((element) => element === document.activeElement)
  for (let key = 0; key < 20 && !(await isChosen()); key++) await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Exports and following have tests of their own. */
const withoutExports = (items: readonly string[]) =>
  items.map((item) => item.trim()).filter((item) => !/^(Export|Follow|Mute|Notifications)/.test(item))

/** With those of the submenu that manages the article, after its row. */
async function itemsShown(page: Page): Promise<string[]> {
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  const manage = page.getByRole('menuitem', { name: 'Manage' })
  if ((await manage.count()) > 0) {
    await manage.click()
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  }
  const items = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  if ((await page.getByRole('menuitem').count()) > 0) await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  return withoutExports(items)
}

async function itemsOfRow(page: Page, name: string): Promise<string[]> {
  await openRowMenu(page, name)
  return itemsShown(page)
}

const ofText = [
  'Edit',
  'Create sub-article',
  'Share',
  'Copy link',
  'Manage',
  'Duplicate',
  'Merge',
  'Transfer',
  'Reorder',
  'Archive',
  'Delete',
]
const without = (items: readonly string[], ...gone: string[]) => items.filter((item) => !gone.includes(item))
const ofOpenText = ofText.flatMap((item) => (item === 'Manage' ? [item, 'Version history'] : [item]))
const ofArchived = ['Copy link', 'Manage', 'Duplicate', 'Transfer', 'Reorder', 'Unarchive', 'Delete']

test('the menu of an article in the sidebar offers exactly the permitted actions @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const page = await company.owner.open(pathOf(scene, scene.text))
  expect(await itemsOfRow(page, 'Restart a gateway')).toEqual(ofOpenText)
  expect(await itemsOfRow(page, 'With a ladder')).toEqual(ofText)
  expect(await itemsOfRow(page, 'Roof walk')).toEqual(without(ofText, 'Create sub-article'))
  await page.getByRole('button', { name: 'Actions for Support runbooks' }).click()
  await page.getByRole('menuitem', { name: 'Show archived articles' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  expect(await itemsOfRow(page, 'Old modems')).toEqual(ofArchived)

  const readers = await scene.reader.open(pathOf(scene, scene.text))
  expect(await itemsOfRow(readers, 'Restart a gateway')).toEqual(['Copy link'])

  await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', scene.workspace.id).execute()
  await page.goto(pathOf(scene, scene.text))
  expect(await itemsOfRow(page, 'Restart a gateway')).toEqual(['Copy link'])
})

test('the menu of the article itself depends on the article, the reader and the width @soak', async ({
  db,
  createCompany,
  page: guest,
}) => {
  test.slow()
  const company = await createCompany()
  const scene = await buildScene(db, company, 'public')
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } }
  const menuAt = async (who: Person, article: { shortId: string }, options?: BrowserContextOptions) => {
    const page = await who.open(pathOf(scene, article), options)
    await page.getByRole('button', { name: 'Actions for this article' }).click()
    return itemsShown(page)
  }
  // Articles are reordered in the tree.
  const own = without(ofOpenText, 'Reorder')
  expect(await menuAt(company.owner, scene.text)).toEqual(own)
  expect(await menuAt(company.owner, scene.videoArticle)).toEqual(without(own, 'Create sub-article'))
  expect(await menuAt(company.owner, scene.archived)).toEqual([
    'Copy link',
    'Manage',
    'Version history',
    'Duplicate',
    'Transfer',
    'Unarchive',
    'Delete',
  ])
  expect(await menuAt(company.owner, scene.text, phone)).toEqual(without(own, 'Edit'))

  const readers = await scene.reader.open(pathOf(scene, scene.text))
  await expect(heading(readers, 'Restart a gateway')).toBeVisible()
  await expect(row(readers, 'With a ladder')).toBeVisible()
  await expect(readers.getByRole('button', { name: 'Actions for this article' })).toHaveCount(0)

  await guest.goto(pathOf(scene, scene.text))
  await expect(heading(guest, 'Restart a gateway')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Actions for this article' })).toHaveCount(0)
  expect(await itemsOfRow(guest, 'Restart a gateway')).toEqual(['Copy link'])
  await openRowMenu(guest, 'Restart a gateway')
  await expect(guest.getByRole('menuitem', { name: 'Notifications' })).toHaveCount(0)
})

test('each menu item performs its action by keyboard @soak', async ({ db, createCompany }) => {
  // The test opens ten pages.
  test.slow()
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const address = pathOf(scene, scene.text)
  const page = await company.owner.open(address)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.getByRole('dialog')

  const cases: readonly [string, () => Promise<unknown>][] = [
    ['Edit', () => expect(page).toHaveURL(new RegExp(`/article/${scene.text.shortId}/edit`))],
    ['Merge', () => expect(page.getByRole('dialog', { name: 'Merge “Restart a gateway”' })).toBeVisible()],
    ['Transfer', () => expect(page.getByRole('dialog', { name: 'Transfer “Restart a gateway”' })).toBeVisible()],
    ['Reorder', () => expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()],
    ['Version history', () => expect(page.getByRole('complementary', { name: 'Versions' })).toBeVisible()],
    [
      'Copy link',
      async () => {
        await expect(toast(page, 'Article link copied to clipboard')).toBeVisible()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/${scene.text.shortId}/`)
      },
    ],
    [
      'Archive',
      async () => {
        await expect(toast(page, 'The article has been successfully archived!')).toBeVisible()
        await expect(page.getByText('This article is archived.')).toBeVisible()
        await page.getByRole('button', { name: 'Actions for this article' }).click()
        await page.getByRole('menuitem', { name: 'Manage' }).click()
        await page.getByRole('menuitem', { name: 'Unarchive' }).click()
        await expect(toast(page, 'The article has been successfully unarchived!')).toBeVisible()
        await expect(row(page, 'With a ladder')).toBeVisible()
      },
    ],
    [
      'Duplicate',
      async () => {
        await expect(heading(page, 'Copy of Restart a gateway')).toBeVisible()
        await page.goto(address)
        await chooseByKeys(page, 'Copy of Restart a gateway', 'Duplicate')
        await expect(heading(page, 'Copy of Copy of Restart a gateway')).toBeVisible()
        await expect(page.getByRole('treeitem')).toHaveText([
          'Restart a gateway',
          'With a ladder',
          'Copy of Restart a gateway',
          'Copy of Copy of Restart a gateway',
          /Roof walk/,
        ])
      },
    ],
    [
      'Create sub-article',
      async () => {
        await dialog.getByLabel('Title').fill('  ')
        await dialog.getByRole('button', { name: 'Create Article' }).click()
        await expect(dialog.getByText('Title cannot be empty!')).toBeVisible()
        await dialog.getByLabel('Title').fill('On the roof')
        await dialog.getByRole('button', { name: 'Create Article' }).click()
        await expect(page).toHaveURL(/\/draft\//)
        await page.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
        await expect(heading(page, 'On the roof')).toBeVisible()
        await expect(row(page, 'On the roof')).toHaveAttribute('aria-level', '2')
      },
    ],
    [
      'Delete',
      async () => {
        await expect(dialog).toContainText('“With a ladder”')
        await dialog.getByRole('button', { name: /^Delete \d articles$/ }).click()
        await expect(heading(page, 'Copy of Restart a gateway'), 'the next in the order').toBeVisible()
      },
    ],
  ]
  for (const [item, happens] of cases) {
    await page.goto(address)
    await chooseByKeys(page, 'Restart a gateway', item)
    await happens()
  }
})

test('the menu stays open when the window is shorter than the menu @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const page = await company.owner.open(pathOf(scene, scene.text), { viewport: { width: 1280, height: 420 } })
  await chooseByKeys(page, 'Restart a gateway', 'Delete')
  await expect(page.getByRole('dialog')).toContainText('“With a ladder”')
})

test('undoing an archive leaves previously archived articles archived @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const { workspace, videoArticle, text, nested } = scene
  await buildArticle(db, { workspace, title: 'In the rain', parent: text, isArchived: true })
  const page = await company.owner.open(pathOf(scene, videoArticle))
  await chooseByKeys(page, text.title, 'Archive')
  await expect(row(page, nested.title)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, nested.title)).toBeVisible()
  await expect
    .poll(() =>
      db
        .selectFrom('articles')
        .where('is_archived', '=', true)
        .where('workspace_id', '=', workspace.id)
        .select('title')
        .orderBy('title')
        .execute(),
    )
    .toEqual([{ title: 'In the rain' }, { title: 'Old modems' }])
})

test('merging reports what is missing and what prevents it @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  await buildDraft(db, { original: scene.nested, title: 'Half written' })
  const page = await company.owner.open(pathOf(scene, scene.text))
  await chooseByKeys(page, 'Restart a gateway', 'Merge')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText('Target article not selected')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Merge into' }).click()
  await expect(page.getByRole('option', { name: 'Restart a gateway' }), 'not into itself').toHaveCount(0)
  await page.getByRole('option', { name: 'With a ladder' }).click()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(dialog.getByText('One of the articles has changes that are not published')).toBeVisible()
})

test('tags are changed on the reading page and published immediately @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  await buildArticle(db, { workspace: scene.workspace, title: 'Other', tags: ['Gateway'] })
  const page = await company.owner.open(pathOf(scene, scene.text))
  await expect(page.getByText('Tags not added')).toBeVisible()
  await page.getByRole('button', { name: 'Tag, edit the tags' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tags of “Restart a gateway”' })
  const field = dialog.getByRole('combobox', { name: 'Tags' })
  await field.pressSequentially('gate')
  await page.getByRole('option', { name: 'Gateway' }).click()
  await field.fill('gateway')
  await field.press('Enter')
  await field.fill('x'.repeat(60))
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'Save tags' }).click()
  await expect(toast(page, 'Tags saved')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['Gateway', 'x'.repeat(50)])

  const readers = await scene.reader.open(pathOf(scene, scene.text))
  await expect(readers.getByRole('list', { name: 'Tags' })).toContainText('Gateway')
  await expect(readers.getByRole('button', { name: 'Tag, edit the tags' })).toHaveCount(0)
  const phone = await company.owner.open(pathOf(scene, scene.text), { viewport: { width: 390, height: 844 } })
  await expect(phone.getByRole('list', { name: 'Tags' })).toContainText('Gateway')
  await expect(phone.getByRole('button', { name: 'Tag, edit the tags' })).toHaveCount(0)
})

test('a title that two people change at the same time is a conflict, and both titles can be kept @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const jonas = await company.join({ role: 'admin' })
  await grantWorkspaceRole(db, { workspace: scene.workspace, user: jonas, role: 'editor' })
  const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
  const hers = await company.owner.open(`/article/${scene.text.shortId}/edit`)
  const his = await jonas.open(`/article/${scene.text.shortId}/edit`)
  await expect(hers.getByText(/^Saved /).first()).toBeVisible()
  await expect(hers.getByText('1 other here')).toBeVisible()
  // The owner types offline, so her title arrives late.
  await hers.context().setOffline(true)
  await title(hers).fill('Restart it from the train')
  await title(his).fill('Restart it from the desk')
  await expect(his.getByText(/^Saved /).first()).toBeVisible()
  await hers.context().setOffline(false)
  await expect(hers.getByText('Jonas Weber changed the title at the same time.')).toBeVisible()
  await expect(title(hers)).toHaveValue('Restart it from the train')

  await hers.getByRole('button', { name: 'See both' }).click()
  const dialog = hers.getByRole('dialog', { name: 'Changed in two places' })
  await expect(dialog.getByText('Restart it from the desk')).toBeVisible()
  await expect(dialog.getByText('Restart it from the train')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep mine as a new draft' }).click()
  await expect(title(hers)).toHaveValue('Restart it from the desk')
  await hers.getByRole('button', { name: 'Open' }).click()
  await expect(title(hers)).toHaveValue('Restart it from the train')
})

test('changes made to a draft after the discard dialog opened are shown before discarding @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const draft = await buildDraft(db, { original: scene.text, title: 'Restart every gateway' })
  const page = await company.owner.open(`/article/${scene.text.shortId}/edit`)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  const question = page.getByRole('dialog', { name: /^Discard the draft/ })
  await expect(question).toBeVisible()
  await page.request.post(`/api/article/${draft.id}/draft`, {
    headers: { authorization: `Bearer ${company.owner.token}` },
    data: { tags: ['urgent'] },
  })
  await question.getByRole('button', { name: 'Discard draft' }).click()
  const changedDialog = page.getByRole('dialog', { name: 'The draft has changed' })
  await expect(changedDialog.getByRole('insertion')).toHaveText('urgent')
  await changedDialog.getByRole('button', { name: 'Keep the draft' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Restart every gateway')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await question.getByRole('button', { name: 'Discard draft' }).click()
  await expect(heading(page, 'Restart a gateway')).toBeVisible()
})

test('a super admin without a role can read a version of an article, but cannot act on it @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const scene = await buildScene(db, company)
  const save = await company.owner.open(pathOf(scene, scene.text))
  await save.request.post(`/api/article/${scene.text.id}`, {
    headers: { authorization: `Bearer ${company.owner.token}` },
    data: { title: 'Restart a gateway twice', isPublish: true },
  })
  const elsewhere = await createCompany({ owner: { isSuperAdmin: true } })
  const page = await elsewhere.owner.open(`/article/${scene.text.shortId}/v/1/edit`)
  await expect(heading(page, 'Restart a gateway')).toBeVisible()
  await expect(page.getByText('Viewing it is logged.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Version' })).toContainText(company.owner.name)
})
