/** What fails beside an editor must not take it away, nor a word that was written in it. */
import type { Page } from '@playwright/test'
import { buildDraft } from '../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../packages/server/src/workspace/workspace.builder.ts'
import { expect, test, type Company } from './people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })

async function buildShared(db: Parameters<typeof buildWorkspace>[0], company: Company) {
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const textTabs = [{ title: 'Note', text: 'First look, then act.' }]
  return buildDraft(db, { workspace, title: 'Restart a gateway', author: company.owner, textTabs })
}

/** At the end of the text. */
async function beginToWrite(page: Page): Promise<void> {
  await expect(editor(page)).toBeEditable({ timeout: 60_000 })
  await editor(page).click()
  await page.keyboard.press('Control+End')
}

/** The page knows it as long as it is not loaded anew and its editor is not made anew. */
const mark = (page: Page) => editor(page).evaluate((element) => element.setAttribute('data-same', ''))
const isSame = (page: Page) => expect(editor(page)).toHaveAttribute('data-same', '')

test('the editor stays when parts of the page could not be loaded, and that is said', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const draft = await buildShared(db, company)
  const page = await company.owner.open('/account')
  const missing = ['news', 'upload-tray', 'note-quotes', 'marked', 'live-page']
  const part = (url: string) => missing.find((name) => url.includes(`/${name}`))
  const asked = new Set<string>()
  await page.route(/\/assets\/[^/]+\.js/, (route) => {
    const name = part(route.request().url())
    if (name === undefined) return route.continue()
    asked.add(name)
    return route.abort()
  })
  await page.goto(`/article/${draft.shortId}/edit`)
  await beginToWrite(page)
  await mark(page)
  await expect.poll(() => asked.size, { timeout: 30_000 }).toBe(missing.length)
  await expect(page.getByText('A part of this page could not be loaded')).toBeVisible()
  await page.keyboard.type(' Written meanwhile.')
  await expect(editor(page)).toContainText('First look, then act. Written meanwhile.')
  await isSame(page)
  await page.unroute(/\/assets\/[^/]+\.js/)
  await page.getByRole('button', { name: 'Load again' }).click()
  await expect(editor(page)).toContainText('Written meanwhile.')
})

test('a page whose server is away is not loaded anew', async ({ db, foundCompany }) => {
  const company = await foundCompany()
  const draft = await buildShared(db, company)
  const page = await company.owner.open(`/article/${draft.shortId}/edit`)
  await beginToWrite(page)
  await mark(page)
  await page.route('**', (route) => route.abort())
  const isAskedWhetherOutdated = page.waitForEvent(
    'requestfailed',
    (request) => new URL(request.url()).pathname === '/',
  )
  await page.keyboard.press('Enter')
  await page.keyboard.type('``` halt')
  await isAskedWhetherOutdated
  await page.keyboard.type(' and catch fire')
  await expect(editor(page)).toContainText('halt and catch fire')
  await isSame(page)
})

test('words written without a network can be kept when a colleague published meanwhile', async ({
  db,
  foundCompany,
}) => {
  const company = await foundCompany()
  const jonas = await company.join({ role: 'admin' })
  const draft = await buildShared(db, company)
  const hers = await company.owner.open(`/article/${draft.shortId}/edit`)
  const his = await jonas.open(`/article/${draft.shortId}/edit`)
  await hers.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await beginToWrite(hers)
  await mark(hers)
  await hers.context().setOffline(true)
  await hers.keyboard.type(' Written in the tunnel.')
  await hers.getByRole('textbox', { name: 'Title', exact: true }).fill('Restart it')
  await expect(hers.getByText('Not saved')).toBeVisible()
  await expect(his.getByRole('textbox', { name: 'Note', exact: true })).toBeEditable()
  await his.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(his.getByText('The article has been successfully published!')).toBeVisible()

  await hers.context().setOffline(false)
  await expect(hers.getByText('This draft was published before your last words arrived.')).toBeVisible()
  await expect(hers.locator('[data-same]')).toContainText('First look, then act. Written in the tunnel.')
  await hers.getByRole('button', { name: 'Copy the text' }).click()
  expect(await hers.evaluate(() => navigator.clipboard.readText())).toContain('Written in the tunnel.')
})
