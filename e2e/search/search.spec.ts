/** From publishing to finding: the words of an article open at their position, for those who may read it. */
import { newKey } from '../../packages/shared/src/identity/ids.ts'
import { withBlockKeys } from '../../packages/shared/src/note/note-document.ts'
import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { recordFileUses } from '../../packages/server/src/file/index.ts'
import { pdf } from '../../packages/server/src/file/text/documents.fixture.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test } from '../support/people.ts'

const filler = Array.from({ length: 60 }, (_, n) => `Step ${n} describes what to check on site.`).join('\n')

test('a published word is found without reloading the page, and opens where it is written', async ({
  db,
  createCompany,
}) => {
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
  const found = page.getByRole('option', { name: /Schlüsselübergabe an den Hausmeister/ })
  // How soon it is found is measured by the benchmark `search`.
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Search' }).fill('schlussel ')
    await page.getByRole('combobox', { name: 'Search' }).fill('schlussel')
    await expect(found).toBeVisible({ timeout: 1500 })
  }).toPass({ timeout: 10_000 })
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

test('a word in an attachment opens the note at the card of the file @soak', async ({ db, createCompany, server }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, owner: company.owner, title: 'Pumps' })
  const source = await buildArticle(db, { workspace, title: 'Source' })
  const form = new FormData()
  form.append(
    'file',
    new Blob([new Uint8Array(pdf('Contents', 'Torque the flange to forty newton metres.'))]),
    'Manual.pdf',
  )
  const response = await fetch(`${server.baseURL}/api/file-attachment/upload?articleId=${source.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.owner.token}` },
    body: form,
  })
  const { id, url } = (await response.json()) as { id: string; url: string }
  const lines = Array.from({ length: 60 }, (_, n) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: `Step ${n}` }],
  }))
  const card = { type: 'fileAttachment', attrs: { id, url, name: 'Manual.pdf', ext: 'pdf', size: 9000 } }
  const note = withBlockKeys({ type: 'doc', content: [...lines, card, ...lines] }, newKey)
  const article = await buildArticle(db, { workspace, title: 'Service a pump', textTabs: [{ note }] })
  await recordFileUses(db, [id], article.id)

  const page = await company.owner.open('/workspaces')
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  const found = page.getByRole('option', { name: /Manual\.pdf, page 2 in Service a pump.*flange to forty newton/ })
  await expect(async () => {
    await page.getByRole('combobox', { name: 'Search' }).fill('flange ')
    await page.getByRole('combobox', { name: 'Search' }).fill('flange')
    await expect(found).toBeVisible({ timeout: 1500 })
  }).toPass()
  await found.click()
  const name = page.getByRole('button', { name: /Manual\.pdf/ })
  await expect(name).toBeInViewport()
  expect(new URL(page.url()).search).toBe('')

  await page.keyboard.press('Control+k')
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('option', { name: 'Edit' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('share')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
})
