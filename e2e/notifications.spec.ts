import type { Page } from '@playwright/test'
import { buildArticle, type BuiltArticle } from '../packages/server/src/article/article.builder.ts'
import { buildWorkspace, giveWorkspaceRole } from '../packages/server/src/workspace/workspace.builder.ts'
import { createUnsubscribeTokens } from '../packages/server/src/notification/unsubscribe-token.ts'
import { loadConfig } from '../packages/server/src/platform/config/config.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { longTitle } from './library.ts'
import { listen, look } from './look.ts'
import { expect, test, type Company, type Person } from './people.ts'
import type { RunningServer } from './server.ts'

type FoundCompany = () => Promise<Company>

const widths = [1440, 820, 390, 360]
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Notifications' })
const toast = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words })

async function furnish(db: Db, foundCompany: FoundCompany) {
  const company = await foundCompany()
  const [ines, jonas] = [company.owner, await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })]
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks', visibility: 'organization' })
  await giveWorkspaceRole(db, { workspace, user: jonas, role: 'editor' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Restart a gateway',
    textTabs: [{ id: 'tab0000000000001', title: 'Steps', slug: 'steps', text: 'Wait about five minutes.' }],
  })
  return { company, ines, jonas, workspace, article }
}

/** Somebody does something in another browser. */
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

test('a mention arrives over the open socket and leads to its comment', async ({ db, server, foundCompany }) => {
  const { ines, jonas, article } = await furnish(db, foundCompany)
  const page = await ines.open('about:blank')
  // Without questions after the first, only the socket can have brought it.
  const heard = page.waitForEvent('websocket', (socket) => socket.url().includes('/live'))
  await page.goto('/workspaces')
  const socket = await heard
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const news = socket.waitForEvent('framereceived', ({ payload }) => payload.includes('"notification"'))
  await comment(server, jonas, article, `${mention(ines)} does this hold for the new ones?`)
  await news
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

test('notifications are walked by keys and read one by one or all', async ({ db, server, foundCompany }) => {
  const { ines, jonas, workspace, article } = await furnish(db, foundCompany)
  for (const title of ['Read a meter', 'Change a battery', 'Call the carrier'])
    await share(server, jonas, await buildArticle(db, { workspace, title }), ines)
  await comment(server, jonas, article, `${mention(ines)} please look`)

  const page = await ines.open('/?notifications=1')
  const panel = panelOf(page)
  await expect(panel.getByRole('tab', { name: 'All 4' })).toHaveAttribute('aria-selected', 'true')
  expect(new URL(page.url()).search).toBe('')
  await expect(bell(page)).toHaveAccessibleName(/4 new/)

  const rows = panel.getByRole('listitem')
  await rows.first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('tab', { name: 'Unread 3' })).toBeVisible()
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await panel.getByRole('tab', { name: 'Unread' }).click()
  await expect(rows).toHaveCount(3)
  await panel.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(panel.getByText('You have read everything')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(panel).toBeHidden()
})

test('what could not be marked as read is new again', async ({ db, server, foundCompany }) => {
  const { ines, jonas, article } = await furnish(db, foundCompany)
  await comment(server, jonas, article, `${mention(ines)} please look`)
  const page = await ines.open('/')
  await page.route('**/api/notifications/read-all', (route) => route.abort())
  await expect(bell(page)).toHaveAccessibleName(/1 new/)
  await bell(page).click()
  await panelOf(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Connection error' })).toBeVisible()
  await expect(panelOf(page).getByRole('tab', { name: 'Unread 1' })).toBeVisible()
})

test('people choose their mails, and what they follow', async ({ db, foundCompany }) => {
  const { ines, workspace, article } = await furnish(db, foundCompany)
  const page = await ines.open('/settings/profile')
  const mentions = page.getByRole('radiogroup', { name: 'Mentions' })
  await expect(mentions.getByRole('radio', { name: 'At once' })).toBeChecked()
  await mentions.getByText('Daily').click()
  await expect(toast(page, 'Saved')).toBeVisible()
  await page.reload()
  await expect(mentions.getByRole('radio', { name: 'Daily' })).toBeChecked()

  await page.goto(`/b/${workspace.shortId}/x/${article.shortId}`)
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Follow', exact: true }).click()
  await expect(toast(page, 'You will be told of all comments and publishes')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expect(toast(page, 'You will be told of mentions only')).toBeVisible()
  await page.getByRole('button', { name: 'Actions for this article' }).click()
  await expect(page.getByRole('menuitem', { name: 'Unmute' })).toBeVisible()

  await page.goto('/settings/profile')
  const follows = page.getByRole('region', { name: /^What you follow/ })
  await expect(follows.getByRole('listitem')).toHaveText([/Restart a gateway.*Support runbooks.*Muted/])
  await follows.getByRole('button', { name: 'Unmute Restart a gateway' }).click()
  await expect(follows.getByRole('listitem')).toHaveCount(0)
})

test('a link in a mail ends the mails about its article, once it is pressed', async ({
  db,
  server,
  page,
  foundCompany,
}) => {
  const { ines, company, article } = await furnish(db, foundCompany)
  const { secret } = loadConfig({ DATA_DIR: server.dataDirectory })
  const of = { userId: ines.id, companyId: company.id, articleId: article.id }
  await page.goto(`/unsubscribe/${createUnsubscribeTokens(secret).make(of)}`)
  await expect(page.getByRole('heading', { name: 'Unsubscribe' })).toBeVisible()
  const isOff = () =>
    db.selectFrom('article_follows').where('article_id', '=', article.id).select('is_mail_off').execute()
  expect(await isOff()).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You get no more mails about “Restart a gateway”.')).toBeVisible()
  expect(await isOff()).toEqual([{ is_mail_off: true }])
})

test('an old link of a mail says so and leads to the settings', async ({ page }) => {
  await page.goto('/unsubscribe/of-another-time')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.getByRole('link', { name: 'Notification settings' }).click()
  await expect(page).toHaveURL(/\/login\/-\/-\/-\/%2Fsettings%2Fprofile$/)
})

test('what is shared by name stands with the personal workspace', async ({ db, server, foundCompany }) => {
  const { company, jonas, ines } = await furnish(db, foundCompany)
  const hidden = await buildWorkspace(db, { company, title: 'Salaries', owner: jonas, visibility: 'private' })
  const article = await buildArticle(db, { workspace: hidden, title: 'What we pay', author: jonas })
  const page = await ines.open('/')
  await page.getByRole('link', { name: 'Personal' }).click()
  const shared = page.getByRole('main').getByRole('region', { name: 'Shared with me' })
  await expect(shared).toContainText('Articles that colleagues share with you by name stand here.')

  await share(server, jonas, article, ines)
  await page.reload()
  await expect(shared.getByRole('button', { name: /What we pay/ })).toContainText('Jonas Lindqvist')
  await shared.getByRole('button', { name: /What we pay/ }).click()
  await expect(page).toHaveURL(/\/b\/shared\/[^/]+\/private$/)
})

test('the screens of notifications', async ({ db, server, foundCompany }) => {
  test.setTimeout(240_000)
  const { company, ines, jonas, workspace, article } = await furnish(db, foundCompany)
  const page = await ines.open('/?notifications=1')
  const complaints = listen(page)
  const problems: string[] = []
  await expect(page.getByText('You have no notifications yet')).toBeVisible()
  problems.push(...(await look(page, { name: 'notifications-none', widths })))

  const maria = await company.join({ firstName: 'Maria-Luisa', lastName: 'Fernández de la Cruz y Montoya' })
  await giveWorkspaceRole(db, { workspace, user: maria, role: 'editor' })
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
  problems.push(...(await look(page, { name: 'notifications', widths })))

  await page.goto(`/settings/profile`)
  await page.getByRole('radiogroup', { name: 'Shared articles' }).scrollIntoViewIfNeeded()
  problems.push(...(await look(page, { name: 'notification-settings', widths })))

  const hidden = await buildWorkspace(db, { company, title: 'Salaries', owner: jonas, visibility: 'private' })
  await share(server, jonas, await buildArticle(db, { workspace: hidden, title: longTitle, author: jonas }), ines)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Personal' }).click()
  await expect(page.getByRole('main').getByRole('button', { name: longTitle })).toBeVisible()
  problems.push(...(await look(page, { name: 'shared-with-me', widths })))

  await page.goto('/unsubscribe/of-another-time')
  await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
  problems.push(...(await look(page, { name: 'unsubscribe', widths })))
  expect([...problems, ...complaints]).toEqual([])
})
