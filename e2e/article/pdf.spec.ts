import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test } from '../support/people.ts'

const tabs = [
  { id: 'tab0000000000001', title: 'Steps', slug: 'steps', text: 'Wait two minutes.' },
  { id: 'tab0000000000002', title: 'Background', slug: 'background', text: 'Why it takes two minutes.' },
]

test('an article is exported to PDF from its menu and from the sidebar @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: tabs })
  await buildArticle(db, { workspace, title: 'Nothing written yet', textTabs: [{ text: '' }] })
  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}`)

  await page.evaluate(() => {
    window.open = (address) => {
      document.body.dataset['opened'] = String(address)
      return { opener: null } as Window
    }
  })
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export to PDF' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-opened', /^\/files\/pdf\//)
  const answer = await page.evaluate(async () => {
    const { status, headers } = await fetch(document.body.dataset['opened'] ?? '')
    return { status, type: headers.get('content-type'), name: headers.get('content-disposition') }
  })
  expect(answer).toMatchObject({ status: 200, type: 'application/pdf' })
  expect(answer.name).toContain('inline; filename="restart-a-gateway.pdf"')
  await expect(page.getByRole('dialog')).toBeHidden()

  const menuOf = (title: string) => page.getByRole('button', { name: `Actions for ${title}`, exact: true })
  await page.getByText('Restart a gateway').first().hover()
  await menuOf('Restart a gateway').first().click()
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Export to PDF' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByText('Nothing written yet').first().hover()
  await menuOf('Nothing written yet').first().click()
  await expect(page.getByRole('menuitem', { name: 'Export to files' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Export', exact: true })).toBeHidden()
})

test('the PDF can be opened by its link when the browser blocks pop-ups @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: tabs })
  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  await page.evaluate(() => {
    window.open = () => null
  })
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export to PDF' }).click()
  const link = page.getByRole('link', { name: 'Open PDF' })
  await expect(link).toHaveAttribute('href', /^\/files\/pdf\//)
  const fetched = await page.evaluate(async (href) => (await fetch(href ?? '')).status, await link.getAttribute('href'))
  expect(fetched).toBe(200)
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a failure is reported, and readers are not offered the export @soak', async ({ db, createCompany }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway', textTabs: tabs })
  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  await page.routeWebSocket(
    /generate-pdf/,
    (socket) => void socket.close({ code: 3002, reason: 'Failed to export PDF' }),
  )
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export to PDF' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to export PDF' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  const reader = await company.join()
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const seen = await reader.open(`/b/${workspace.shortId}/x/${article.shortId}`)
  await expect(seen.getByRole('heading', { name: 'Restart a gateway', level: 1 })).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Actions for this article' })).toBeHidden()
})
