import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildComment } from '../../packages/server/src/comment/comment.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { expect, test, type Company, type Person } from '../support/people.ts'

const box = { role: 'textbox', name: 'Comment' } as const

test('colleagues discuss an article: they write, reply, react, resolve, edit and delete', async ({
  db,
  createCompany,
}) => {
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const workspace = await buildWorkspace(db, { company, title: 'Support', visibility: 'organization' })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway' })
  const address = `/b/${workspace.shortId}/x/${article.shortId}`

  // Keyboard only: the button, the automatic focus, a mention and Shift+Enter.
  const ines = await company.owner.open(address)
  await ines.getByRole('button', { name: '0 comments' }).press('Enter')
  const written = ines.getByRole(box.role, { name: box.name, exact: true })
  await expect(written).toBeFocused()
  await written.press('Shift+Enter')
  await expect(ines.getByText('A comment cannot be empty')).toBeAttached()
  await written.pressSequentially('Does it hold for the new ones, @Jon')
  await expect(ines.getByRole('option', { name: /Jonas Lindqvist/ })).toBeVisible()
  await written.press('Enter')
  await written.press('Shift+Enter')
  const comment = ines.getByRole('article', { name: 'Comment by Ines Okafor' })
  await expect(comment).toContainText('Does it hold for the new ones, @Jonas Lindqvist')
  await expect(written).toHaveText('')
  await expect(ines.getByRole('button', { name: '1 comment', exact: true })).toBeVisible()

  // Another person replies and adds an emoji, which appears without a reload.
  const his = await jonas.open(address)
  await his.getByRole('button', { name: '1 comment', exact: true }).click()
  const seen = his.getByRole('article', { name: 'Comment by Ines Okafor' })
  await seen.getByRole('button', { name: 'React' }).click()
  await his.getByRole('dialog').getByRole('button', { name: 'Fire' }).click()
  await expect(seen.getByRole('button', { name: /^Fire, 1: Jonas Lindqvist/ })).toHaveAttribute('aria-pressed', 'true')
  // The closing picker would take the click.
  await expect(his.getByRole('button', { name: 'Fire', exact: true })).toHaveCount(0)
  await seen.getByRole('button', { name: 'Reply' }).click()
  const answer = his.getByRole('textbox', { name: 'Reply', exact: true })
  await expect(answer).toBeFocused()
  await answer.pressSequentially('It does, since May.')
  await answer.press('Control+Enter')
  await expect(his.getByRole('article', { name: 'Reply by Jonas Lindqvist' })).toBeVisible()
  const answered = ines.getByRole('article', { name: 'Reply by Jonas Lindqvist' })
  await expect(answered).toContainText('It does, since May.', { timeout: 30_000 })
  await expect(comment.getByRole('button', { name: /^Fire, 1/ })).toBeVisible()

  // An editor changes a comment of another person, and the comment says so.
  await answered.hover()
  await answered.getByRole('button', { name: 'Edit' }).click()
  const change = answered.getByRole('textbox')
  await expect(change).toBeFocused()
  await change.pressSequentially(' And before.')
  await answered.getByRole('button', { name: 'Save' }).click()
  await expect(answered).toContainText('It does, since May. And before.')
  await expect(answered).toContainText('Edited by Ines Okafor')

  await comment.hover()
  await comment.getByRole('button', { name: 'Resolve' }).click()
  await expect(comment).toHaveCount(0)
  await expect(ines.getByText('No open comments. 1 resolved')).toBeVisible()
  await expect(ines.getByRole('button', { name: '0 comments' })).toBeVisible()
  await ines.getByRole('button', { name: 'Show resolved' }).click()
  await expect(comment).toContainText('Resolved by Ines Okafor')
  await comment.getByRole('button', { name: 'Reopen' }).click()
  await expect(comment).toHaveCount(0)
  await ines.getByRole('button', { name: 'Show all' }).click()

  await comment.hover()
  await comment.getByRole('button', { name: 'Delete' }).click()
  await ines.getByRole('dialog', { name: 'Remove comment' }).getByRole('button', { name: 'Remove comment' }).click()
  await expect(ines.getByText('No comments yet')).toBeVisible()
  await expect(his.getByText('No comments yet')).toBeVisible({ timeout: 30_000 })
})

test('text that could not be sent is kept, also when the page is left @soak', async ({ db, createCompany }) => {
  const { owner, address } = await anArticle(await createCompany(), db)
  const page = await owner.open(address)
  await page.getByRole('button', { name: '0 comments' }).click()
  const written = page.getByRole(box.role, { name: box.name, exact: true })
  await expect(written).toBeFocused()
  await page.route('**/api/comment/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await written.pressSequentially('Half an hour of thinking')
  await written.press('Shift+Enter')
  await expect(page.getByText('Not sent: Connection error')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '0 comments' }).click()
  await expect(written).toHaveText('Half an hour of thinking')
  await page.unroute('**/api/comment/*')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByRole('article', { name: /^Comment by/ })).toContainText('Half an hour of thinking')
  // The comment may be listed before the response has come, and until then the text is kept.
  await expect(written).toHaveText('')
  await page.reload()
  await page.getByRole('button', { name: '1 comment', exact: true }).click()
  await expect(written).toHaveText('')
})

test('text is kept when the panel closes right after the last keystroke @soak', async ({ db, createCompany }) => {
  const { owner, address } = await anArticle(await createCompany(), db)
  const page = await owner.open(address)
  const open = page.getByRole('button', { name: '0 comments' })
  await open.click()
  const written = page.getByRole(box.role, { name: box.name, exact: true })
  await expect(written).toBeFocused()
  await written.pressSequentially('Half an hour of')
  // One task, so that no debounced save can have stored the last word.
  await page.evaluate(() => {
    document.execCommand('insertText', false, ' thinking')
    document.querySelector<HTMLElement>('[aria-label="Close comments"]')?.click()
  })
  await expect(page.getByRole('complementary', { name: 'Comments' })).toHaveCount(0)
  await open.click()
  await expect(written).toHaveText('Half an hour of thinking')
})

test('older comments load while scrolling, and none is marked as new @soak', async ({ db, createCompany }) => {
  test.slow()
  const { owner, article, address } = await anArticle(await createCompany(), db)
  const start = Date.parse('2026-01-01T00:00:00Z')
  await Promise.all(
    Array.from({ length: 350 }, (_, index) =>
      buildComment(db, { article, text: `Number ${index}.`, createdAt: new Date(start + 1000 * index) }),
    ),
  )
  const page = await owner.open(address)
  await page.getByRole('button', { name: '350 comments' }).click()
  const list = page.getByRole('list', { name: 'Comments' })
  await expect(list).toContainText('Number 349.')
  await expect(async () => {
    await list.evaluate((element) => element.parentElement?.scrollTo({ top: element.parentElement.scrollHeight }))
    await expect(list).toContainText('Number 0.', { timeout: 500 })
  }).toPass()
  await expect(page.getByText(/new comment/)).toHaveCount(0)
  await expect(list.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '350')
})

test('a link opens one comment among thousands, and Escape returns to the article @soak', async ({
  db,
  createCompany,
}) => {
  test.slow()
  const { owner, article, address } = await anArticle(await createCompany(), db)
  const start = Date.parse('2026-01-01T00:00:00Z')
  const first = await buildComment(db, { article, text: 'The very first', createdAt: new Date(start) })
  await Promise.all(
    Array.from({ length: 1500 }, (_, index) =>
      buildComment(db, { article, author: owner, text: `Number ${index}`, createdAt: new Date(start + 1000 + index) }),
    ),
  )
  const page = await owner.open(`${address}?showComment=${first.id}`)
  const card = page.locator(`[data-comment="${first.id}"]`)
  await expect(card).toBeFocused()
  await expect(card).toBeInViewport()
  expect(new URL(page.url()).search).toBe('')
  // Of thousands of comments, only those in view are rendered.
  expect(await page.getByRole('article', { name: /^Comment by/ }).count()).toBeLessThan(60)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Comments' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '1501 comments' })).toBeFocused()
})

test('guests of a public article see no comments', async ({ db, createCompany, browser, server }) => {
  const company = await createCompany()
  const workspace = await buildWorkspace(db, { company, visibility: 'public' })
  const article = await buildArticle(db, { workspace, title: 'For everybody' })
  await buildComment(db, { article, text: 'Between ourselves' })
  const page = await browser.newPage({ baseURL: server.baseURL })
  await page.goto(`/b/${workspace.shortId}/x/${article.shortId}`)
  await expect(page.getByRole('heading', { name: 'For everybody' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(page.getByRole('button', { name: /comment/ })).toHaveCount(0)
  await page.close()
})

async function anArticle(company: Company, db: Parameters<typeof buildWorkspace>[0]) {
  const workspace = await buildWorkspace(db, { company })
  const article = await buildArticle(db, { workspace, title: 'Restart a gateway' })
  const owner: Person = company.owner
  return { owner, article, address: `/b/${workspace.shortId}/x/${article.shortId}` }
}
