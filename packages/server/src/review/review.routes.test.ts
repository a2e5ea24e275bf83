/** The owner of an article, and the date of its review. */
import { addMonths, dayOf } from '@knowreel/shared/review/review.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { jobServices } from '../../test/job-services.ts'
import { startTestServer } from '../../test/server.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { createNotifier } from '../notification/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { createReviewStates, remindReviews } from './index.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, editor, viewer] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner: author, visibility: 'private' })
await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const tokens = {
  author: await server.signIn(author, company),
  editor: await server.signIn(editor, company),
  viewer: await server.signIn(viewer, company),
}
const today = dayOf(new Date())
const later = addMonths(today, 2)
let id = ''
beforeEach(async () => {
  const publishedAt = new Date(Date.now() - 60_000)
  id = (await buildArticle(db, { workspace, author, title: 'Batteries', publishedAt, updatedAt: publishedAt })).id
})

const save = (change: object = {}, by = tokens.author) =>
  server.call(
    'review.save',
    { params: { id }, body: { ownerId: editor.id, reviewAt: later, everyMonths: 3, ...change } },
    by,
  )
const read = async (by = tokens.viewer) => (await server.call('review.get', { params: { id } }, by)).ok.review
const setDay = (day: string) =>
  db.updateTable('article_reviews').set({ review_at: day }).where('article_id', '=', id).execute()

test('editors choose an owner and a day; everybody who reads the article sees them', async () => {
  expect(await read()).toBeNull()
  expect((await save({}, tokens.viewer)).status).toBe(403)
  await save()
  expect(await read()).toMatchObject({ owner: { id: editor.id }, reviewAt: later, everyMonths: 3, state: 'open' })
  await server.call('review.remove', { params: { id } }, tokens.editor)
  expect(await read()).toBeNull()
})

test.each([
  ['a viewer', () => ({ ownerId: viewer.id }), 'Please choose someone who can edit this article'],
  ['a stranger', () => ({ ownerId: company.owner.id }), 'Please choose someone who can edit this article'],
  ['no person', () => ({ ownerId: 'nobody' }), 'Please choose someone who can edit this article'],
  ['a past day', () => ({ reviewAt: '2020-01-01' }), 'Please choose a date in the future'],
])('%s is refused', async (_, change, error) => {
  expect(await save(change())).toMatchObject({ status: 422, error: { error } })
})

test('a confirmation counts until the article changes, and sets the next day', async () => {
  await save()
  await server.call('review.confirm', { params: { id } }, tokens.editor)
  expect(await read()).toMatchObject({
    state: 'confirmed',
    confirmedBy: { id: editor.id },
    reviewAt: addMonths(today, 3),
  })
  await db
    .updateTable('articles')
    .set({ updated_at: new Date(Date.now() + 1000) })
    .where('id', '=', id)
    .execute()
  expect(await read()).toMatchObject({ state: 'open' })
  await setDay(today)
  expect((await createReviewStates(db)([id])).get(id)).toMatchObject({ state: 'due', reviewAt: today })
})

test('the owner is reminded once when the day has come, and again after the next one', async () => {
  const { notifyOfReview } = createNotifier(server.jobs.enqueue)
  const run = async () => {
    const handler = await remindReviews.load()
    const services = { ...jobServices(db, { notifyOfReview }), jobs: server.jobs, log: console }
    await handler({
      payload: {},
      attempt: 1,
      log: () => undefined,
      signal: new AbortController().signal,
      services,
    } as never)
  }
  const reminders = async () =>
    (await server.call('notification.list', { query: {} }, tokens.editor)).ok.notifications.filter(
      ({ type, payload }) => type === 'article_review' && payload.articleId === id,
    )
  await save()
  await run()
  expect(await reminders()).toEqual([])
  await setDay(today)
  await run()
  await run()
  expect(await reminders()).toMatchObject([{ user: null, isNew: true, payload: { articleTitle: 'Batteries' } }])
  const mails = await db
    .selectFrom('notification_items as i')
    .innerJoin('notifications as n', 'n.id', 'i.notification_id')
    .where('n.article_id', '=', id)
    .where('i.mail', 'is not', null)
    .select('n.user_id')
    .execute()
  expect(mails).toEqual([{ user_id: editor.id }])
})
