import type { Page } from '@playwright/test'
import { buildArticle, buildDraft } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Person } from '../support/people.ts'

const widths = [1440, 820, 390]
const part = '[role="dialog"]'

const call = (page: Page, who: Person, path: string, data: object) =>
  page.request.post(`/api${path}`, { headers: { authorization: `Bearer ${who.token}` }, data })

test('the dialogs of an article look right at every width in both themes', async ({ db, createCompany }) => {
  test.slow()
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  await buildArticle(db, { workspace, title: 'All about gateways' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', tags: ['meter', 'field operations'] })
  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  const complaints = collectConsoleErrors(page)
  const problems: string[] = []

  await page.getByRole('button', { name: 'Tag, edit the tags' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'tags-dialog', widths, selector: part })))
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
  problems.push(...(await checkScreen(page, { name: 'article-with-tags', widths })))

  // Another person renames the article while it is being renamed here.
  const draft = await buildDraft(db, { original: article, title: 'Restart every gateway' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/article/${article.shortId}/edit`)
  await expect(page.getByText(/^Saved /).first()).toBeVisible()
  await page.context().setOffline(true)
  await page
    .getByRole('textbox', { name: 'Title' })
    .fill('Restart a gateway from the train, with everything that has to be thought of before')
  await call(page, company.owner, `/article/${draft.id}/draft`, { title: 'Restart a gateway from the desk' })
  await page.context().setOffline(false)
  await expect(page.getByText(/changed the title at the same time/)).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'title-conflict', widths })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'See both' }).click()
  await expect(page.getByRole('dialog', { name: 'Changed in two places' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'title-conflict-dialog', widths, selector: part })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('radio', { name: /Theirs/ }).check()
  await page.getByRole('button', { name: 'Keep selection' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Restart a gateway from the desk')

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await call(page, company.owner, `/article/${draft.id}/draft`, { title: 'Restart it', tags: ['meter', 'urgent'] })
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByRole('dialog', { name: 'The draft has changed' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'discard-changes', widths, selector: part })))
  await page.getByRole('button', { name: 'Keep the draft' }).click()

  await call(page, company.owner, `/article/${article.id}`, { title: 'Restart a gateway twice', isPublish: true })
  const elsewhere = await createCompany({ owner: { isSuperAdmin: true } })
  const theirs = await elsewhere.owner.open(`/article/${article.shortId}/v/1/edit`)
  await expect(theirs.getByText('Viewing it is logged.', { exact: false })).toBeVisible()
  problems.push(...(await checkScreen(theirs, { name: 'unseen-version', widths })))

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/article/${article.shortId}/v/1/edit?compare=current`)
  await expect(page.getByText(/^From /)).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'compared-version', widths })))
  // Refused saves and lost connections are expected here.
  const unwanted = complaints.filter((one) => !/Failed to load resource|WebSocket connection/.test(one))
  expect([problems, unwanted]).toEqual([[], []])
})
