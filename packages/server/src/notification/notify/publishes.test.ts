/** The people who are notified of a publish, and their emails. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openMailBox } from '../../../test/notification-mails.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../../company/company.builder.ts'
import { buildUser, type BuiltUser } from '../../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { notifyArticlePublished } from './notify-article-published.job.ts'
import { notifyOfPublication } from './notify-of-publication.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const box = openMailBox(server)
const minutes = (count: number) => new Date(Date.now() + count * 60_000)

const publish = (id: string, token: string, isNotification: boolean, body = {}) =>
  server.call('article.save', { params: { id }, body: { isPublish: true, isNotification, ...body } }, token)

async function notificationsOf(user: { id: string }, of: BuiltCompany = company) {
  const { notifications } = (await server.call('notification.list', {}, await server.signIn(user, of))).ok
  return notifications.map(({ type, payload }) => `${type} ${payload.articleTitle}`)
}

/** Runs the queued jobs immediately, like a worker. */
async function settled(): Promise<void> {
  const { rows } = await sql<{ data: unknown }>`
    delete from pgboss.job where name = 'notify-article-published' returning data
  `.execute(db)
  for (const { data } of rows) await notifyOfPublication(server, notifyArticlePublished.payload.parse(data))
}

const publicationOf = (article: { id: string }, publisher: { id: string }) => ({
  publicationId: newId(),
  articleId: article.id,
  publisherId: publisher.id,
  isToAll: true,
  mentionedIds: [],
})

test('publishing with notification notifies everyone who can see the workspace, except the publisher', async () => {
  const publisher = await buildMember(db, company, {
    user: await buildUser(db, { firstName: 'Ines', lastName: 'Okafor' }),
  })
  const [viewer, stranger, former] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company, { status: 'deactivated' }),
  ]
  const workspace = await buildWorkspace(db, { company, owner: publisher, visibility: 'private', title: 'Field work' })
  for (const user of [viewer, former]) await grantWorkspaceRole(db, { workspace, user, role: 'viewer' })
  const draft = await buildDraft(db, { workspace, author: publisher, title: 'Climbing a mast' })
  await publish(draft.id, await server.signIn(publisher, company), true)
  await settled()
  expect(await notificationsOf(viewer)).toEqual(['article_publish Climbing a mast'])
  for (const user of [stranger, publisher]) expect(await notificationsOf(user)).toEqual([])
  await db.updateTable('company_members').set({ status: 'active' }).where('user_id', '=', former.id).execute()
  expect(await notificationsOf(former)).toEqual([])
  const [mail, ...others] = await box.sendDue(minutes(2))
  expect(others).toEqual([])
  expect(mail).toMatchObject({ to: viewer.email, subject: 'Ines Okafor published “Climbing a mast”' })
  expect(mail?.text).toContain(`/b/${workspace.shortId}/field-work/${draft.shortId}/climbing-a-mast`)
  expect(mail?.text).not.toContain('Restart the gateway')
})

test('a publish in an organization workspace notifies everyone: one email per person', async () => {
  const small = await buildCompany(db)
  const colleagues = [await buildMember(db, small), await buildMember(db, small, { role: 'admin' })]
  const workspace = await buildWorkspace(db, { company: small, visibility: 'organization' })
  for (const user of colleagues) await grantWorkspaceRole(db, { workspace, user, role: 'editor' })
  const draft = await buildDraft(db, { workspace, author: small.owner, title: 'For all of us' })
  await publish(draft.id, await server.signIn(small.owner, small), true)
  await settled()
  const mails = await box.sendDue(minutes(2))
  expect(mails.map(({ to }) => to).toSorted()).toEqual(colleagues.map(({ email }) => email).toSorted())
  for (const user of colleagues) expect(await notificationsOf(user, small)).toEqual(['article_publish For all of us'])
})

test('without notification, in a personal workspace, or when nothing was published, nobody is notified', async () => {
  const member = await buildMember(db, company)
  const colleague = await buildMember(db, company)
  const token = await server.signIn(member, company)
  const open = await buildWorkspace(db, { company, owner: member, visibility: 'organization' })
  const personal = await db
    .selectFrom('workspaces')
    .where('owner_id', '=', member.id)
    .where('visibility', '=', 'personal')
    .select('id')
    .executeTakeFirstOrThrow()
  const quiet = await buildDraft(db, { workspace: open, author: member, title: 'Quietly' })
  const mine = await buildDraft(db, { workspace: personal, author: member, title: 'My own' })
  const refused = await buildDraft(db, { workspace: open, author: member, title: '' })
  const same = await buildArticle(db, { workspace: open, author: member, title: 'The same' })
  await publish(quiet.id, token, false)
  await publish(mine.id, token, true)
  expect((await publish(refused.id, token, true)).status).toBe(422)
  await publish(same.id, token, true)
  const { rows } = await sql`
    select from pgboss.job where name = 'notify-article-published' and data->>'publisherId' = ${member.id}
  `.execute(db)
  expect(rows).toEqual([])
  expect(await notificationsOf(colleague)).toEqual([])
  expect(await box.sendDue(minutes(2))).toEqual([])
})

async function readArticle(title: string): Promise<{
  publisher: BuiltUser
  reader: BuiltUser
  workspace: { id: string }
  article: { id: string }
}> {
  const [publisher, reader] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: publisher })
  await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  return { publisher, reader, workspace, article: await buildArticle(db, { workspace, author: publisher, title }) }
}

test('running the job twice notifies nobody twice, even a day later', async () => {
  const { publisher, reader, article } = await readArticle('Twice')
  const publication = publicationOf(article, publisher)
  expect(await notifyOfPublication(server, publication)).toBe('Notified 1 people of the publication and 0 of a mention')
  expect(await box.sendDue(minutes(2))).toHaveLength(1)
  const late = minutes(24 * 60)
  expect(await notifyOfPublication(server, publication, late)).toBe(
    'Notified 0 people of the publication and 0 of a mention',
  )
  expect(await box.sendDue(minutes(24 * 60 + 20))).toEqual([])
  expect(await notificationsOf(reader)).toEqual(['article_publish Twice'])
})

test('several publishes of an article within ten minutes are one notification and one email per person', async () => {
  const { publisher, reader, workspace, article } = await readArticle('Polished')
  const newcomer = await buildMember(db, company)
  const notify = (minute: number) => notifyOfPublication(server, publicationOf(article, publisher), minutes(minute))
  await notify(0)
  await notify(1)
  await grantWorkspaceRole(db, { workspace, user: newcomer, role: 'viewer' })
  await notify(2)
  expect((await box.sendDue(minutes(4))).map(({ to }) => to).toSorted()).toEqual(
    [reader.email, newcomer.email].toSorted(),
  )
  await notify(9)
  expect(await box.sendDue(minutes(60))).toEqual([])
  expect(await notificationsOf(reader)).toEqual(['article_publish Polished'])
  await notify(61)
  expect(await box.sendDue(minutes(63))).toHaveLength(2)
  expect(await notificationsOf(reader)).toHaveLength(2)
})

test('an article that has been deleted by then is skipped', async () => {
  const gone = publicationOf({ id: newId() }, { id: newId() })
  expect(await notifyOfPublication(server, gone)).toBe('The article is gone')
})
