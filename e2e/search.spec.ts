/** From publishing to finding: the words of an article open at their place, for those who may read it. */
import { buildArticle } from '../packages/server/src/article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../packages/server/src/workspace/workspace.builder.ts'
import { expect, test } from './support/people.ts'

const filler = Array.from({ length: 60 }, (_, n) => `Step ${n} describes what to check on site.`).join('\n')

test('a published word is found within two seconds and opens where it is written', async ({ db, createCompany }) => {
  const company = await createCompany()
  const reader = await company.join()
  const stranger = await company.join()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Field work' })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  await buildArticle(db, {
    workspace,
    title: 'Install a gateway',
    textTabs: [
      { title: 'Note', text: 'A gateway is mounted at eye level.' },
      { title: 'Checklist', slug: 'checklist', text: `${filler}\nSchlüsselübergabe an den Hausmeister.\n${filler}` },
    ],
  })
  const page = await reader.open('/workspaces')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const started = Date.now()
  await page.getByRole('combobox', { name: 'Search' }).fill('schlussel')
  const found = page.getByRole('option', { name: /Schlüsselübergabe an den Hausmeister/ })
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Search' }).fill('schlussel ')
    await page.getByRole('combobox', { name: 'Search' }).fill('schlussel')
    await expect(found).toBeVisible({ timeout: 1500 })
  }).toPass()
  expect(Date.now() - started).toBeLessThan(10_000)
  await found.click()
  await expect(page).toHaveURL(/\/notes\/checklist$/)
  await expect(page.getByText('Schlüsselübergabe an den Hausmeister.')).toBeInViewport()
  expect(await page.evaluate(() => [...CSS.highlights.keys()])).toContain('note-found')
  await expect.poll(() => page.evaluate(() => CSS.highlights.has('note-found'))).toBe(false)

  await page.keyboard.press('/')
  await expect(page.getByRole('group', { name: 'Recently asked' }).getByRole('option')).toHaveCount(1)

  const other = await stranger.open('/workspaces')
  await other.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await other.getByRole('combobox', { name: 'Search' }).fill('schlussel')
  await expect(other.getByText('There are no matching results')).toBeVisible()
})
