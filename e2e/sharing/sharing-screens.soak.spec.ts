import type { Page } from '@playwright/test'
import { seedLibrary } from '../support/seed-library.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Person } from '../support/people.ts'

const widths = [1440, 820, 390, 360]
const part = '[role="dialog"]'
const wide = { width: 1440, height: 900 }

const call = async (page: Page, who: Person, path: string, data: object) => {
  const answer = await page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${who.token}` }, data })
  expect(answer.status(), path).toBe(200)
  return answer.json()
}

test('sharing looks right at every width in both themes', async ({ db, createCompany, browser, baseURL }) => {
  test.slow()
  const company = await createCompany({ title: 'Halden Systems', owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const { workspace, article } = await seedLibrary(db, company)
  const { owner } = company
  const page = await owner.open(`/b/${workspace.shortId}/x/${article.shortId}`, { viewport: wide })
  const complaints = collectConsoleErrors(page)
  const problems: string[] = []
  const { items } = await (
    await page.request.get('/api/user/search/e?invited=1', { headers: { authorization: `Bearer ${owner.token}` } })
  ).json()
  await call(page, owner, `/shared/article/${article.id}/entities`, { entities: items.slice(0, 3) })

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByRole('textbox', { name: 'Private link' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'share-private', widths, selector: part })))
  await page.setViewportSize(wide)
  await dialog.getByText('Public', { exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Create public link' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'share-none', widths, selector: part })))
  const { sharedData } = await call(page, owner, `/shared/article/${article.id}`, {
    shared: true,
    expiresAt: '2031-12-31T20:00:00.000Z',
    password: 'tide-table',
    isWithSubArticles: true,
  })
  await page.setViewportSize(wide)
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByText('Link options').click()
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByRole('textbox', { name: 'New link password' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'share-public', widths, selector: part })))

  await page.setViewportSize(wide)
  await page.goto('/settings/links')
  await expect(page.getByRole('table', { name: 'Public links' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'shared-links', widths })))
  await page.setViewportSize(wide)
  await page.goto(`/workspace/${workspace.shortId}/edit`)
  await page.getByRole('switch', { name: 'Public links' }).scrollIntoViewIfNeeded()
  problems.push(...(await checkScreen(page, { name: 'workspace-links', widths })))

  const guest = await (await browser.newContext({ viewport: wide, baseURL })).newPage()
  const found = collectConsoleErrors(guest)
  await guest.goto(`/b/shared/${sharedData.token}`)
  const field = guest.getByRole('textbox', { name: 'Link password' })
  await expect(field).toBeVisible()
  problems.push(...(await checkScreen(guest, { name: 'shared-password', widths })))
  await guest.setViewportSize(wide)
  await field.fill('tide-table')
  await field.press('Enter')
  await expect(guest.getByRole('article')).toBeVisible()
  problems.push(...(await checkScreen(guest, { name: 'shared-page', widths })))
  await guest.getByRole('button', { name: 'Shared articles' }).click()
  await expect(guest.getByRole('dialog', { name: 'Shared articles' })).toBeVisible()
  problems.push(...(await checkScreen(guest, { name: 'shared-articles-sheet', widths: [820, 390], selector: part })))
  await guest.setViewportSize(wide)
  await guest.goto('/b/shared/nobody-made-this')
  await expect(guest.getByText("The shared article hasn't been found.")).toBeVisible()
  problems.push(...(await checkScreen(guest, { name: 'shared-not-found', widths })))

  await call(page, owner, `/shared/article/${article.id}`, { password: null })
  await guest.setViewportSize({ width: 800, height: 450 })
  await guest.goto(`/embed/${sharedData.token}`)
  await expect(guest.getByRole('link', { name: /Open in a new tab/ })).toBeVisible()
  problems.push(...(await checkScreen(guest, { name: 'embedded', widths: [800, 360] })))
  await guest.context().close()

  const unwanted = [...complaints, ...found].filter((one) => !/Failed to load resource/.test(one))
  expect([problems, unwanted]).toEqual([[], []])
})
