/** People who are mentioned in the published content and were not mentioned in what was published before. */
import { noteMention } from '@knowreel/shared/note/mentioned-person.ts'
import { listMentionedIds } from '@knowreel/shared/note/note-mention.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildNotifiedCompany } from '../../../test/notified-company.ts'
import { buildArticle, buildDraft, buildVersion } from '../../article/article.builder.ts'
import { buildMember } from '../../company/company.builder.ts'
import { notifyArticlePublished } from './notify-article-published.job.ts'
import { notifyOfPublication } from './notify-of-publication.ts'

const server = await startTestServer()
const { db } = server

/** Runs the queued jobs immediately, like a worker. */
async function runPublishJobs(): Promise<void> {
  const { rows } = await sql<{ data: unknown }>`
    delete from pgboss.job where name = 'notify-article-published' returning data
  `.execute(db)
  for (const { data } of rows) await notifyOfPublication(server, notifyArticlePublished.payload.parse(data))
}

/** Emails that wait to be sent about what the person was notified of. */
async function countMails(user: { id: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notification_items i join notifications n on n.id = i.notification_id
    where n.user_id = ${user.id} and i.mail is not null
  `.execute(db)
  return rows[0]?.count ?? 0
}

const naming = (...people: { id: string }[]) => ({
  type: 'doc' as const,
  content: [
    {
      type: 'bulletList',
      content: people.map(({ id }) => ({
        type: 'listItem',
        content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { id, label: 'Somebody' } }] }],
      })),
    },
  ],
})

test('people are found wherever a note names them, and only people', () => {
  const [one, two] = ['01a203a1-a9bb-7475-8744-275ecc4e2665', '01a203a1-a9bb-7475-8744-275ecc4e2666']
  const note = naming({ id: one }, { id: 'everybody' }, { id: two }, { id: one })
  expect(listMentionedIds(note)).toEqual([one, two, one])
  expect(noteMention({ id: 'everybody' })).toBeNull()
})

test('publishing notifies the newly mentioned who see it, with or without notification', async () => {
  const { article, company, owner, workspace, newViewer, read } = await buildNotifiedCompany(server)
  const [first, second, stranger] = [await newViewer(), await newViewer(), await buildMember(db, company)]
  const token = await server.signIn(owner, company)
  const publish = async (people: { id: string }[], isNotification: boolean) => {
    const draft = await buildDraft(db, { original: article, author: owner, textTabs: [{ note: naming(...people) }] })
    const body = { isPublish: true, isNotification }
    expect((await server.call('article.save', { params: { id: draft.id }, body }, token)).status).toBe(200)
    await runPublishJobs()
  }
  const typesOf = async (user: { id: string }) => (await read(user)).notifications.map(({ type }) => type).toSorted()
  await publish([first, stranger, owner], false)
  expect(await typesOf(first)).toEqual(['article_mention'])
  expect(await read(first)).toMatchObject({
    notifications: [{ reason: null, user: { id: owner.id }, payload: { articleId: article.id, commentId: null } }],
  })
  for (const user of [second, stranger, owner]) expect(await typesOf(user)).toEqual([])
  await publish([first, second], true)
  // The first was mentioned before, so that this publish is the news; the second receives one notification of one event.
  expect(await typesOf(first)).toEqual(['article_mention', 'article_publish'])
  expect(await typesOf(second)).toEqual(['article_mention'])
  expect(await countMails(second)).toBe(1)
  expect(workspace.id).toBe(article.workspaceId)
})

test('publishing a personal article notifies the newly mentioned it is shared with, and nobody else', async () => {
  const { company, owner, read } = await buildNotifiedCompany(server)
  const [recipient, follower, stranger] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
  ]
  const token = await server.signIn(owner, company)
  const personal = await db
    .selectFrom('workspaces')
    .where('owner_id', '=', owner.id)
    .where('visibility', '=', 'personal')
    .select('id')
    .executeTakeFirstOrThrow()
  const article = await buildArticle(db, { workspace: personal, author: owner })
  const entities = [recipient, follower].map(({ id }) => ({ type: 'user' as const, id }))
  await server.call('share.addEntities', { params: { id: article.id }, body: { entities } }, token)
  for (const user of [recipient, follower]) {
    const follow = { params: { id: article.id }, body: { follow: 'followed' as const } }
    await server.call('notification.followArticle', follow, await server.signIn(user, company))
  }
  const note = naming(recipient, stranger, owner)
  const draft = await buildDraft(db, { original: article, author: owner, textTabs: [{ note }] })
  const body = { isPublish: true, isNotification: true }
  expect((await server.call('article.save', { params: { id: draft.id }, body }, token)).status).toBe(200)
  await runPublishJobs()
  const typesOf = async (user: { id: string }) => (await read(user)).notifications.map(({ type }) => type).toSorted()
  expect(await typesOf(recipient)).toEqual(['article_mention', 'article_shared'])
  expect(await typesOf(follower)).toEqual(['article_shared'])
  for (const user of [stranger, owner]) expect(await typesOf(user)).toEqual([])
})

test('restoring a version does not notify the people it mentions', async () => {
  const { article, company, owner, newViewer, read } = await buildNotifiedCompany(server)
  const reader = await newViewer()
  const { version } = await buildVersion(db, { article, textTabs: [{ note: naming(reader) }] })
  const token = await server.signIn(owner, company)
  const params = { ws: article.workspaceId, id: article.id, version: String(version) }
  const { textTabs } = (await server.call('articleVersion.get', { params }, token)).ok.article
  const body = { textTabs, isPublish: true, isKeepDraft: true, isNotification: true, restoresVersion: version }
  const answer = await server.call('article.save', { params: { id: article.id }, body: body as never }, token)
  expect(answer.status).toBe(200)
  await runPublishJobs()
  expect((await read(reader)).notifications.map(({ type }) => type)).not.toContain('article_mention')
})
