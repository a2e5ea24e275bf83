import type { Page } from '@playwright/test'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace, type BuiltWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { watchForText } from '../support/watch-page.ts'
import { expect, test, type Company } from '../support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: /./ }).and(page.locator('[contenteditable]'))
const toast = (page: Page, words: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: words })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const publish = (page: Page) => page.getByRole('button', { name: /^Publish( and notify)?$/ })

const saved = (page: Page) => expect(page.getByText(/^Saved /).first()).toBeVisible()

const browsePath = (workspace: BuiltWorkspace, article: { shortId: string }) =>
  `/b/${workspace.shortId}/x/${article.shortId}`

/** Waits until the editor has replaced the readable text. */
async function beginToWrite(page: Page): Promise<void> {
  await expect(editor(page)).toBeEditable()
  await editor(page).click()
  await page.keyboard.press('Control+End')
}

async function buildShared(db: Parameters<typeof buildWorkspace>[0], company: Company) {
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [{ title: 'Checklist', text: 'First look, then act.' }],
  })
  return { workspace, article }
}

test('an article is created, written, published and read', async ({ db, createCompany }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  await buildShared(db, company)
  const page = await company.owner.open('/workspaces')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create an article' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /Upload video/ })).toBeEnabled()
  await dialog.getByRole('button', { name: /Create document/ }).click()

  await dialog.getByLabel('Title').fill('   ')
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expect(dialog.getByText('Title cannot be empty!')).toBeVisible()
  await dialog.getByLabel('Title').fill('Read a gateway log')
  await expect(dialog.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Support runbooks')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('gateway')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Create Article' }).click()

  await expect(page).toHaveURL(/\/draft\/[a-z0-9]{10}$/)
  await beginToWrite(page)
  await page.keyboard.type('## Before you begin\nThe **log** is long.\n- look for gaps\n')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/ta')
  await expect(page.getByRole('option', { name: /^Table (?!of)/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await saved(page)
  await title(page).fill('Read a gateway log without fear')
  await saved(page)
  await publish(page).click()

  await expect(toast(page, 'The article has been successfully published!')).toBeVisible()
  await expect(page).toHaveURL(
    /\/b\/[a-z0-9]{10}\/support-runbooks\/[a-z0-9]{10}\/read-a-gateway-log-without-fear\/notes$/,
  )
  await expect(page.getByRole('heading', { name: 'Read a gateway log without fear', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Before you begin', level: 2 })).toBeVisible()
  await expect(page.getByText('Ines Okafor', { exact: true })).toBeVisible()
  await expect(page.getByText('1 min read')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tags' })).toHaveText('gateway')
  await expect(page.getByRole('treeitem').first()).toHaveText('Read a gateway log without fear')
})

test('two people write one note at the same time and see each other', async ({ db, createCompany }) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const jonas = await company.join({ role: 'admin', firstName: 'Jonas', lastName: 'Weber' })
  const { article } = await buildShared(db, company)
  const hers = await company.owner.open(`/article/${article.shortId}/edit`)
  const his = await jonas.open(`/article/${article.shortId}/edit`)
  await beginToWrite(hers)
  await beginToWrite(his)
  await expect(hers.getByText('1 other here')).toBeVisible()
  await expect(hers.getByRole('img', { name: 'Jonas Weber' })).toBeVisible()

  await his.keyboard.type(' His words.')
  await expect(editor(hers)).toContainText('His words.')
  await expect(hers.locator('.note-caret')).toHaveAttribute('data-name', 'Jonas')
  await hers.keyboard.press('Home')
  await hers.keyboard.type('Her words. ')
  await expect(editor(his)).toHaveText(/^Her words. \u2060?First look, then act. His words./)
  // Typing with pauses is undone in steps; her words stay, whatever he undoes.
  await expect(async () => {
    await his.keyboard.press('Control+z')
    await expect(editor(hers)).toHaveText(/^Her words. First look, then act.\u2060?$/, { timeout: 1000 })
  }).toPass({ timeout: 15_000 })
  await saved(his)
  await saved(hers)

  await title(his).fill('Restart a gateway from here')
  await expect(title(hers)).toHaveValue('Restart a gateway from here')
  await his.getByRole('button', { name: 'Create notes' }).click()
  await expect(hers.getByRole('tab')).toHaveText(['Checklist', 'Note'])
})

test('a publish by a colleague ends the draft for everyone, and nothing typed since is lost', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const jonas = await company.join({ role: 'admin' })
  const { article } = await buildShared(db, company)
  const hers = await company.owner.open(`/article/${article.shortId}/edit`)
  const his = await jonas.open(`/article/${article.shortId}/edit`)
  await beginToWrite(hers)
  await beginToWrite(his)
  await hers.keyboard.type(' Her words.')
  await expect(editor(his)).toContainText('Her words.')
  const notice = 'This draft was published.'
  const hasHeSeenIt = await watchForText(his, notice)
  await publish(his).click()
  await expect(his.getByRole('heading', { name: 'Restart a gateway', level: 1 })).toBeVisible()
  await expect(his.getByText('Her words.')).toBeVisible()
  expect(await hasHeSeenIt()).toBe(false)

  await expect(hers.getByText(notice)).toBeVisible()
  await title(hers).fill('A later title')
  await expect(toast(hers, 'Your later changes are kept in a new draft')).toBeVisible()
  await expect(editor(hers)).toBeEditable()
  await expect(title(hers)).toHaveValue('A later title')
  await expect(editor(hers)).toContainText('Her words.')
})

test('without a connection to the editing server a page can be read but not edited @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { article } = await buildShared(db, company)
  const page = await company.owner.open('about:blank')
  await page.routeWebSocket(/\/collaboration/, (socket) => socket.close())
  await page.goto(`/article/${article.shortId}/edit`)
  await expect(page.getByText('First look, then act.')).toBeVisible()
  await expect(page.getByText('Online editing is not possible. Try again later')).toBeVisible()
  await expect(page.locator('[contenteditable="true"]')).toHaveCount(0)
  await page.getByText('First look, then act.').click()
  await page.keyboard.type('lost')
  await expect(page.getByText('First look, then act.')).toBeVisible()
})

test('text written offline is delivered when the network returns', async ({ db, createCompany }) => {
  const company = await createCompany()
  const jonas = await company.join({ role: 'admin' })
  const { article } = await buildShared(db, company)
  const hers = await company.owner.open(`/article/${article.shortId}/edit`)
  const his = await jonas.open(`/article/${article.shortId}/edit`)
  await beginToWrite(hers)
  await beginToWrite(his)
  await hers.context().setOffline(true)
  await hers.keyboard.type(' Written in the tunnel.')
  await title(hers).fill('Restart, also in a tunnel')
  await expect(hers.getByText('You’re offline. Your changes are kept on this device.')).toBeVisible()
  await expect(hers.getByText('Not saved')).toBeVisible()
  await hers.getByRole('link', { name: 'Drafts' }).click()
  await expect(hers.getByRole('dialog')).toContainText('Your latest changes aren’t saved on the server yet.')
  await hers.getByRole('button', { name: 'Stay' }).click()
  await his.keyboard.type(' Written outside.')

  await hers.context().setOffline(false)
  await expect(editor(his)).toContainText('Written in the tunnel.')
  await expect(editor(hers)).toContainText('Written outside.')
  await saved(hers)
  await expect(title(his)).toHaveValue('Restart, also in a tunnel')
})

test('text tabs are created, renamed, pinned, reordered and deleted, and a deletion is undone @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { article } = await buildShared(db, company)
  const page = await company.owner.open(`/article/${article.shortId}/edit`)
  await beginToWrite(page)
  const add = page.getByRole('button', { name: 'Create notes' })
  await add.click()
  await expect(page.getByLabel('Tab name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab')).toHaveText(['Checklist', 'Note'])
  await expect(editor(page)).toHaveText('')
  await beginToWrite(page)
  await page.keyboard.type('Kept over a deletion.')
  await page.getByRole('button', { name: 'Actions for Note' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.keyboard.type('Escalation path')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab')).toHaveText(['Checklist', 'Escalation pa…'])
  await page.getByRole('button', { name: 'Actions for Escalation path' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Checklist', 'Escalation…'])
  await page.getByRole('button', { name: 'Escalation path', exact: true }).press('Alt+ArrowUp')
  await expect(page.getByRole('tab')).toHaveText(['Escalation…', 'Checklist'])
  await add.click()
  await expect(page.getByRole('button', { name: 'An article can have up to three tabs' })).toBeVisible()
  await saved(page)

  await page.getByRole('button', { name: 'Actions for Escalation path' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Escalation path”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Escalation…', 'Checklist', 'Note'])
  await page.getByRole('button', { name: 'Actions for Escalation path' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete tab' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Checklist', 'Note'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('tab')).toHaveText(['Escalation…', 'Checklist', 'Note'])
  await expect(editor(page)).toHaveText('Kept over a deletion.')
  await saved(page)
  await page.reload()
  await expect(page.getByRole('tab')).toHaveText(['Escalation…', 'Checklist', 'Note'])
  await expect(page.getByRole('tab', { name: 'Escalation…' })).toHaveAttribute('aria-selected', 'true')
})

test('a draft can only be discarded when it has changes @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { article } = await buildShared(db, company)
  const page = await company.owner.open(`/article/${article.shortId}/edit`)
  await beginToWrite(page)
  const discard = page.getByRole('button', { name: 'Discard draft' })
  await expect(discard).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.type('!')
  await expect(discard).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Backspace')
  await expect(discard).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.type(' Not to be kept.')
  await title(page).fill('Another title')
  await saved(page)
  await discard.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('heading', { name: 'Restart a gateway', level: 1 })).toBeVisible()
  await expect(page.getByText('Not to be kept.')).toHaveCount(0)
})

test('publishing requires a title and a workspace, and a draft can be kept for later @soak', async ({
  createCompany,
}) => {
  const company = await createCompany()
  const page = await company.owner.open('/article/new')
  await page.getByRole('button', { name: /Create document/ }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Words')
  await page.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: 'Personal' }).click()
  await page.getByRole('button', { name: 'Create Article' }).click()
  await beginToWrite(page)
  await page.keyboard.type('Only mine.')
  await title(page).fill('')
  await expect(page.getByText('The article title is required')).toBeVisible()
  await publish(page).click()
  await expect(toast(page, 'Article title can not be empty')).toBeVisible()
  await expect(title(page)).toBeFocused()

  await title(page).fill('Words of mine')
  await page.getByRole('button', { name: 'Publish options' }).click()
  await expect(page.getByRole('menuitem', { name: /notif/ })).toHaveCount(0)
  await page.getByRole('menuitem', { name: 'Save as draft' }).click()
  await expect(page).toHaveURL(/\/drafts/)
  await page.getByRole('link', { name: 'Words of mine' }).click()
  await expect(editor(page)).toHaveText('Only mine.')
})

test('article URLs are corrected, and tabs have URLs of their own @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [
      { title: 'Checklist', slug: 'checklist', text: 'First look.' },
      { title: 'SQL queries', slug: 'sql-queries', text: 'select 1' },
    ],
  })
  const base = `/b/${workspace.shortId}/support-runbooks/${article.shortId}/restart-a-gateway`
  const page = await company.owner.open(`${browsePath(workspace, article)}/wrong/sql-queries`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await expect(page).toHaveURL(`${base}/notes/sql-queries`)
  await expect(page.getByText('select 1')).toBeVisible()
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page).toHaveURL(`${base}/notes/checklist`)
  await expect(page.getByText('First look.')).toBeVisible()
  await page.goto(`${base}/no-such-part/at-all`)
  await expect(page).toHaveURL(base)
  await page.goto(`${base}/video`)
  await expect(page.getByText('First look.'), 'there is nothing to watch').toBeVisible()
  await page.goto(base)
  await page.getByRole('button', { name: 'Copy link', exact: true }).click()
  await expect(toast(page, 'Article link copied to clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(base, page.url()).href)
})

test('an article with sub-articles is archived, restored and deleted together with them', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const { workspace, article } = await buildShared(db, company)
  const child = await buildArticle(db, { workspace, title: 'When the modem is dead', parent: article })
  await buildArticle(db, { workspace, title: 'Who to call at night' })
  const page = await company.owner.open(browsePath(workspace, child))
  const row = page.getByRole('treeitem', { name: 'Restart a gateway' })
  const choose = async (item: string) => {
    await row.hover()
    await page.getByRole('button', { name: 'Actions for Restart a gateway' }).click()
    if (item !== 'Delete') await page.getByRole('menuitem', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Archive')
  await expect(toast(page, 'The article has been successfully archived!')).toBeVisible()
  await expect(page.getByText('This article is archived.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('This article is archived.')).toHaveCount(0)

  await choose('Delete')
  const question = page.getByRole('dialog', { name: 'Delete “Restart a gateway”' })
  await expect(question).toContainText('“When the modem is dead”')
  await question.getByRole('button', { name: 'Delete 2 articles' }).click()
  await expect(page.getByRole('heading', { name: 'Who to call at night', level: 1 })).toBeVisible()
  await expect(page.getByRole('treeitem')).toHaveText(['Who to call at night'])
})

test('articles can be written on a phone @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const { workspace, article } = await buildShared(db, company)
  const page = await company.owner.open(browsePath(workspace, article), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.getByRole('link', { name: 'Edit' }).tap()
  await expect(editor(page)).toBeEditable()
  await editor(page).tap()
  await page.keyboard.type('On the way. ')
  await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Heading' }).tap()
  await expect(editor(page).locator('h2')).toContainText('On the way.')
  await page.getByRole('button', { name: 'Restart a gateway' }).tap()
  await title(page).fill('Restart a gateway on the way')
  await saved(page)
  await publish(page).first().tap()
  await expect(page.getByRole('heading', { name: 'Restart a gateway on the way', level: 1 })).toBeVisible()
})
