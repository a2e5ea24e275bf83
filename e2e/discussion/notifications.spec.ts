import type { Page } from '@playwright/test'
import { buildArticle, type BuiltArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../packages/server/src/workspace/workspace.builder.ts'
import { createUnsubscribeTokens } from '../../packages/server/src/notification/mail/unsubscribe-token.ts'
import { loadConfig } from '../../packages/server/src/platform/config/config.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { longTitle } from '../support/seed-library.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test, type Company, type Person } from '../support/people.ts'
import type { RunningServer } from '../support/server.ts'

type FoundCompany = () => Promise<Company>

const widths = [1440, 820, 390, 360]
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Notifications' })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function furnish(db: Db, createCompany: FoundCompany) {
  const company = await createCompany()
  const [ines, jonas] = [company.owner, await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })]
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  await grantWorkspaceRole(db, { workspace, user: jonas, role: 'editor' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [{ id: 'tab0000000000001', title: 'Steps', slug: 'steps', text: 'Wait about five minutes.' }],
  })
  return { company, ines, jonas, workspace, article }
}

/** Another person acts in another browser. */
async function act(server: RunningServer, person: Person, path: string, body: object): Promise<void> {
  const answer = await fetch(`${server.baseURL}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status, await answer.text()).toBe(200)
}

const mention = ({ id, name }: Person) => `<span data-mention="${id}" data-label="${name}">@${name}</span>`

const comment = (server: RunningServer, by: Person, article: BuiltArticle, content: string) =>
  act(server, by, `/comment/${article.id}`, { newComment: { content: `<p>${content}</p>` } })

const share = (server: RunningServer, by: Person, article: BuiltArticle, person: Person) =>
  act(server, by, `/shared/article/${article.id}/entities`, { entities: [{ type: 'user', id: person.id }] })

test('a mention arrives over the open socket and leads to its comment', async ({ db, server, createCompany }) => {
  const { ines, jonas, article } = await furnish(db, createCompany)
  const page = await ines.open('about:blank')
  // The page does not poll after its first request, so only the socket can have delivered it.
  const heard = page.waitForEvent('websocket', (socket) => socket.url().includes('/live'))
  await page.goto('/workspaces')
  const socket = await heard
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const update = socket.waitForEvent('framereceived', ({ payload }) => payload.includes('"notification"'))
  await comment(server, jonas, article, `${mention(ines)} does this hold for the new ones?`)
  await update
  await expect(bell(page)).toHaveAccessibleName(/1 new/)
  await expect(page.getByText(/Jonas Lindqvist mentioned you in a comment on Restart a gateway/)).toBeAttached()

  await bell(page).click()
  const row = panelOf(page).getByRole('link', { name: /^New: Jonas Lindqvist mentioned you in a comment on/ })
  await expect(row).toContainText('does this hold for the new ones?')
  await expect(row).toContainText('Support runbooks')
  await row.click()
  await expect(panelOf(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/${article.shortId}/`))
  await expect(page.getByText('does this hold for the new ones?')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.reload()
  await bell(page).click()
  await expect(panelOf(page).getByRole('link', { name: /^Jonas Lindqvist mentioned you/ })).toBeVisible()
})

test('people choose their emails and what they follow @soak', async ({ db, createCompany }) => {
  const { ines, workspace, article } = await furnish(db, createCompany)
  const page = await ines.open('/settings/profile')
  const mentions = page.getByRole('radiogroup', { name: 'Mentions' })
  await expect(mentions.getByRole('radio', { name: 'Immediately' })).toBeChecked()
  await mentions.getByText('Daily').click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await page.reload()
  await expect(mentions.getByRole('radio', { name: 'Daily' })).toBeChecked()

  await page.goto(`/b/${workspace.shortId}/x/${article.shortId}`)
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await page.getByRole('menuitem', { name: 'Follow', exact: true }).click()
  await expect(toast(page, 'You’ll be notified of all comments and publishes')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expect(toast(page, 'You’ll only be notified of mentions')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await expect(page.getByRole('menuitem', { name: 'Unmute' })).toBeVisible()

  await page.goto('/settings/profile')
  const follows = page.getByRole('region', { name: /^Following/ })
  await expect(follows.getByRole('listitem')).toHaveText([/Restart a gateway.*Support runbooks.*Muted/])
  await follows.getByRole('button', { name: 'Unmute Restart a gateway' }).click()
  await expect(follows.getByRole('listitem')).toHaveCount(0)
})

test('an unsubscribe link stops the emails about its article once the button is pressed @soak', async ({
  db,
  server,
  page,
  createCompany,
}) => {
  const { ines, company, article } = await furnish(db, createCompany)
  const { secret } = loadConfig({ DATA_DIR: server.dataDirectory })
  const of = { userId: ines.id, companyId: company.id, articleId: article.id }
  await page.goto(`/unsubscribe/${createUnsubscribeTokens(secret).make(of)}`)
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  const isOff = () =>
    db.selectFrom('article_follows').where('article_id', '=', article.id).select('is_mail_off').execute()
  expect(await isOff()).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You won’t receive emails about “Restart a gateway” any more.')).toBeVisible()
  expect(await isOff()).toEqual([{ is_mail_off: true }])
})

test('articles shared by name are listed in the personal workspace @soak', async ({ db, server, createCompany }) => {
  const { company, jonas, ines } = await furnish(db, createCompany)
  const hidden = await buildWorkspace(db, { company, title: 'Salaries', owner: jonas, visibility: 'private' })
  const article = await buildArticle(db, { workspace: hidden, title: 'What we pay', author: jonas })
  const page = await ines.open('/')
  await page.getByRole('link', { name: 'Personal' }).click()
  const shared = page.getByRole('main').getByRole('region', { name: 'Shared with me' })
  await expect(shared).toContainText('Articles shared with you appear here.')

  await share(server, jonas, article, ines)
  await page.reload()
  await expect(shared.getByRole('button', { name: /What we pay/ })).toContainText('Jonas Lindqvist')
  await shared.getByRole('button', { name: /What we pay/ }).click()
  await expect(page).toHaveURL(/\/b\/shared\/[^/]+\/private$/)
})

test('the screens of notifications look right @soak', async ({ db, server, createCompany }) => {
  test.setTimeout(240_000)
  const { company, ines, jonas, workspace, article } = await furnish(db, createCompany)
  const page = await ines.open('/?notifications=1')
  const complaints = collectConsoleErrors(page)
  const problems: string[] = []
  await expect(page.getByText('You have no notifications yet')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'notifications-none', widths })))

  const maria = await company.join({ firstName: 'Maria-Luisa', lastName: 'Fernández de la Cruz y Montoya' })
  await grantWorkspaceRole(db, { workspace, user: maria, role: 'editor' })
  await share(server, maria, await buildArticle(db, { workspace, title: longTitle }), ines)
  await comment(
    server,
    maria,
    article,
    `${mention(ines)} ${'the modem answers, but the gateway forgets it. '.repeat(8)}`,
  )
  await comment(server, jonas, await buildArticle(db, { workspace, title: '' }), `${mention(ines)} title?`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/workspaces?notifications=1')
  await expect(page.getByText('Untitled').first()).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'notifications', widths })))

  await page.goto(`/settings/profile`)
  await page.getByRole('radiogroup', { name: 'Shared articles' }).scrollIntoViewIfNeeded()
  problems.push(...(await checkScreen(page, { name: 'notification-settings', widths })))

  const hidden = await buildWorkspace(db, { company, title: 'Salaries', owner: jonas, visibility: 'private' })
  await share(server, jonas, await buildArticle(db, { workspace: hidden, title: longTitle, author: jonas }), ines)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Personal' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: longTitle })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'shared-with-me', widths })))

  await page.goto('/unsubscribe/of-another-time')
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'unsubscribe', widths })))
  expect([...problems, ...complaints]).toEqual([])
})
