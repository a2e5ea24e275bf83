/** Failures around an editor must not remove it or any word written in it. */
import type { Page } from '@playwright/test'
import { buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test, type Company } from '../support/people.ts'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })

async function buildShared(db: Parameters<typeof buildWorkspace>[0], company: Company) {
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const textTabs = [{ title: 'Note', text: 'First look, then act.' }]
  return buildDraft(db, { workspace, title: 'Restart a gateway', author: company.owner, textTabs })
}

/** Sets the caret at the end of the text. */
async function beginToWrite(page: Page): Promise<void> {
  await expect(editor(page)).toBeEditable({ timeout: 60_000 })
  await editor(page).click()
  await page.keyboard.press('Control+End')
}

/** The mark survives as long as the page is not reloaded and its editor is not recreated. */
const mark = (page: Page) => editor(page).evaluate((element) => element.setAttribute('data-same', ''))
const isSame = (page: Page) => expect(editor(page)).toHaveAttribute('data-same', '')

test('the editor stays when parts of the page fail to load, and the failure is reported @soak', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany()
  const draft = await buildShared(db, company)
  const page = await company.owner.open('/account')
  const missing = ['live-notifications', 'upload-tray', 'highlight-quotes', 'marked', 'live-socket']
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
  await expect(page.getByText('Part of this page could not be loaded')).toBeVisible()
  await page.keyboard.type(' Written offline.')
  await expect(editor(page)).toContainText('First look, then act. Written offline.')
  await isSame(page)
  await page.unroute(/\/assets\/[^/]+\.js/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(editor(page)).toContainText('Written offline.')
})

test('a page is not reloaded while its server is unavailable @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
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

test('text written offline can be kept after a colleague published in the meantime', async ({ db, createCompany }) => {
  const company = await createCompany()
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
  await his.getByRole('button', { name: /^Publish( and notify)?$/ }).click()
  await expect(his.getByText('The article has been successfully published!')).toBeVisible()

  await hers.context().setOffline(false)
  await expect(hers.getByText('This draft was published before your last changes arrived.')).toBeVisible()
  await expect(hers.locator('[data-same]')).toContainText('First look, then act. Written in the tunnel.')
  await hers.getByRole('button', { name: 'Copy the text' }).click()
  expect(await hers.evaluate(() => navigator.clipboard.readText())).toContain('Written in the tunnel.')
})
