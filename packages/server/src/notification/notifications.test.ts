/** The recipients of each kind of notification, over HTTP with a real database. */
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildNotifiedCompany } from '../../test/notified-company.ts'
import { isSoak } from '../../test/soak.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { removeOldNotifications } from './list/sweep-notifications.ts'

const server = await startTestServer()
const { db } = server

const reasons = ({ notifications }: { notifications: { reason: string | null }[] }) =>
  notifications.map(({ reason }) => reason)
const excerpts = ({ notifications }: { notifications: { payload: { excerpt: string | null } }[] }) =>
  notifications.map(({ payload }) => payload.excerpt)

describe('a comment', () => {
  test('notifies mentioned people: who, where, and its beginning without tags', async () => {
    const { article, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    const text = `Look\n  ${'here '.repeat(100)}`
    const commentId = await writeComment({ article, author: owner, text, mentions: [reader] })
    expect(await read(reader)).toMatchObject({
      count: 1,
      notifications: [
        {
          type: 'comment_mention',
          isNew: true,
          reason: 'mention',
          user: { id: owner.id, email: owner.email },
          payload: {
            articleTitle: 'Climbing a mast',
            articleId: article.id,
            articleShortId: article.shortId,
            articleSlug: 'climbing-a-mast',
            workspaceTitle: 'Field work',
            workspaceSlug: 'field-work',
            commentId,
            excerpt: `Look ${'here '.repeat(100)}`.slice(0, 199) + '…',
            isDraft: false,
            sharedToken: null,
          },
        },
      ],
    })
  })

  test('notifies the thread it replies to and the followers; once each, with the strongest reason', async () => {
    const { article, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const [first, second, third] = [await newViewer(), await newViewer(), await newViewer()]
    await writeComment({ article, author: first })
    await writeComment({ article, author: second, thread: [first], at: 20 })
    expect(reasons(await read(first))).toEqual(['reply'])
    await writeComment({ article, author: third, thread: [first, second], mentions: [second], at: 40 })
    expect(reasons(await read(second))).toEqual(['mention'])
    // The author of an article follows it, and so does everyone who comments.
    expect(reasons(await read(owner))).toEqual(['follow', 'follow', 'follow'])
    expect(reasons(await read(third))).toEqual([])
  })

  test('never notifies its author, even if mentioned', async () => {
    const { article, owner, writeComment, read } = await buildNotifiedCompany(server)
    await writeComment({ article, author: owner, mentions: [owner], thread: [owner] })
    expect(await read(owner)).toMatchObject({ notifications: [], count: 0 })
  })

  test('within ten minutes of another updates the same notification, which is new again, with the mention first', async () => {
    const { article, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    await writeComment({ article, author: owner, text: 'one', mentions: [reader] })
    await writeComment({ article, author: owner, text: 'two', thread: [reader], at: 3 })
    const page = await read(reader)
    expect([excerpts(page), reasons(page), page.count]).toEqual([['one'], ['mention'], 1])
    const token = await server.signIn(reader, { id: article.companyId })
    await server.call('notification.read', { params: { id: page.notifications[0]?.id ?? '' } }, token)
    await writeComment({ article, author: owner, text: 'three', thread: [reader], at: 6 })
    const later = await read(reader)
    expect([excerpts(later), reasons(later), later.count]).toEqual([['three'], ['reply'], 1])
    expect(later.notifications[0]?.id).toBe(page.notifications[0]?.id)
    await writeComment({ article, author: owner, text: 'four', thread: [reader], at: 11 })
    expect(excerpts(await read(reader))).toEqual(['four', 'three'])
  })

  test('that is deleted leaves the notification, while other comments in it stay', async () => {
    const { article, owner, newViewer, writeComment, read, notify } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    const mention = await writeComment({ article, author: owner, text: 'one', mentions: [reader] })
    const answer = await writeComment({ article, author: owner, text: 'two', thread: [reader], at: 1 })
    await db.transaction().execute((trx) => notify.withdrawComments(trx, [mention]))
    expect(excerpts(await read(reader))).toEqual(['two'])
    await db.deleteFrom('comments').where('id', '=', answer).execute()
    expect(await read(reader)).toMatchObject({ notifications: [], count: 0 })
  })

  test('is written, changed and deleted over HTTP', async () => {
    const { article, company, owner, newViewer, read } = await buildNotifiedCompany(server)
    const [one, two] = [await newViewer(), await newViewer()]
    const token = await server.signIn(owner, company)
    const html = (...named: { id: string }[]) =>
      `<p>Mind this ${named.map(({ id }) => `<span data-mention="${id}" data-label="x">@x</span>`).join(' ')}</p>`
    const params = { articleId: article.id }
    const { articleComment } = (
      await server.call('comment.create', { params, body: { newComment: { content: html(one) } } }, token)
    ).ok
    expect(reasons(await read(one))).toEqual(['mention'])
    const change = { params: { ...params, id: articleComment.id }, body: { updatedContent: { content: html(two) } } }
    await server.call('comment.update', change, token)
    expect([reasons(await read(one)), reasons(await read(two))]).toEqual([[], ['mention']])
    await server.call('comment.remove', { params: { ...params, id: articleComment.id } }, token)
    expect(await read(two)).toMatchObject({ notifications: [], count: 0 })
  })

  test('on a draft notifies people who may open it, and leads to the article once that is published', async () => {
    const { article, company, owner, workspace, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const [viewer, editor] = [await newViewer(), await buildMember(db, company)]
    await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
    const draft = await buildDraft(db, { original: article, author: owner, title: 'Climbing two masts' })
    const commentId = await writeComment({ article: draft, author: owner, mentions: [viewer, editor] })
    expect(await read(viewer)).toMatchObject({ notifications: [], count: 0 })
    expect((await read(editor)).notifications[0]?.payload).toMatchObject({ isDraft: true, articleId: draft.id })
    const token = await server.signIn(owner, company)
    await server.call('article.save', { params: { id: draft.id }, body: { isPublish: true } }, token)
    const comment = { articleId: article.id, articleTitle: 'Climbing two masts', isDraft: false, commentId }
    expect((await read(editor)).notifications[0]?.payload).toMatchObject(comment)
    expect(await read(viewer)).toMatchObject({ notifications: [], count: 0 })
  })
})

describe('following', () => {
  test('notifies of every comment, muting of mentions only, and neither of threads one takes part in', async () => {
    const { article, company, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    const token = await server.signIn(reader, company)
    const params = { id: article.shortId }
    const follow = async (state: 'followed' | 'muted' | null) =>
      (await server.call('notification.followArticle', { params, body: { follow: state } }, token)).ok.follow
    const state = async () => (await server.call('notification.articleFollow', { params }, token)).ok.follow
    await writeComment({ article, author: owner })
    expect(reasons(await read(reader))).toEqual([])
    expect([await follow('followed'), await state()]).toEqual(['followed', 'followed'])
    await writeComment({ article, author: owner, at: 20 })
    expect(reasons(await read(reader))).toEqual(['follow'])
    await follow('muted')
    await writeComment({ article, author: reader, at: 30 })
    expect(await state()).toBe('muted')
    await writeComment({ article, author: owner, thread: [reader], at: 40 })
    expect(reasons(await read(reader))).toEqual(['follow'])
    await writeComment({ article, author: owner, mentions: [reader], at: 60 })
    expect(reasons(await read(reader))).toEqual(['mention', 'follow'])
    await follow(null)
    await writeComment({ article, author: owner, at: 80 })
    expect(reasons(await read(reader))).toHaveLength(2)
    await writeComment({ article, author: reader, at: 81 })
    expect(await state()).toBe('followed')
  })

  test('a workspace notifies of every comment in it, except where the article is set otherwise', async () => {
    const { article, company, owner, workspace, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    const token = await server.signIn(reader, company)
    const params = { id: workspace.id }
    await server.call('notification.followWorkspace', { params, body: { follow: 'followed' } }, token)
    expect((await server.call('notification.workspaceFollow', { params }, token)).ok.follow).toBe('followed')
    await writeComment({ article, author: owner })
    expect(reasons(await read(reader))).toEqual(['follow'])
    const mute = { params: { id: article.id }, body: { follow: 'muted' } } as const
    await server.call('notification.followArticle', mute, token)
    await writeComment({ article, author: owner, at: 20 })
    expect(reasons(await read(reader))).toEqual(['follow'])
    const other = await buildArticle(db, { workspace, author: owner, title: 'Another' })
    await writeComment({ article: other, author: owner, at: 21 })
    expect(reasons(await read(reader))).toEqual(['follow', 'follow'])
    await server.call('notification.followWorkspace', { params, body: { follow: null } }, token)
    await writeComment({ article: other, author: owner, at: 60 })
    expect(reasons(await read(reader))).toHaveLength(2)
  })
})

describe('the list', () => {
  test('returns what changed since the time of the last response, or within a number of seconds', async () => {
    const { article, company, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    await writeComment({ article, author: owner, mentions: [reader] })
    const before = await read(reader)
    await sql`update notifications set changed_at = now() - interval '1 minute' where user_id = ${reader.id}`.execute(
      db,
    )
    expect(await read(reader, before.time)).toMatchObject({ notifications: [], count: 1 })
    expect((await read(reader, 3600)).notifications).toHaveLength(1)
    expect((await read(reader, 30)).notifications).toEqual([])
    const id = before.notifications[0]?.id ?? ''
    await server.call('notification.read', { params: { id } }, await server.signIn(reader, company))
    // The person's other pages are notified that it was read.
    expect(await read(reader, before.time)).toMatchObject({ notifications: [{ id, isNew: false }], count: 0 })
    expect(before.time).toBeLessThanOrEqual(Date.now() / 1000)
    expect(before.time).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  test('misses nothing of a transaction that began before it was read and ended after', async () => {
    const { article, owner, newViewer, writeComment, read, notify } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    await writeComment({ article, author: owner, mentions: [reader] })
    const other = await buildArticle(db, { workspace: { id: article.workspaceId }, author: owner })
    let resolveNotified = () => {}
    let end = () => {}
    const isNotified = new Promise<void>((resolve) => (resolveNotified = resolve))
    const mayEnd = new Promise<void>((resolve) => (end = resolve))
    const late = db.transaction().execute(async (trx) => {
      await notify.notifyOfShare(trx, { articleId: other.id, byId: owner.id, userIds: [reader.id], groupIds: [] })
      resolveNotified()
      await mayEnd
    })
    await isNotified
    const early = [await read(reader), await read(reader)]
    expect(early.map(({ notifications }) => notifications.length)).toEqual([1, 1])
    end()
    await late
    for (const { time } of early)
      expect((await read(reader, time)).notifications.map(({ type }) => type)).toContain('article_shared')
  })

  test.runIf(isSoak)('holds a hundred, latest first, and counts all new ones', async () => {
    const { article, company, owner, workspace, newViewer, read, notify } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    const ids = [article.id]
    for (let i = 0; i < 101; i++) ids.push((await buildArticle(db, { workspace, author: owner })).id)
    for (const articleId of ids)
      await db
        .transaction()
        .execute((trx) => notify.notifyOfShare(trx, { articleId, byId: owner.id, userIds: [reader.id], groupIds: [] }))
    await sql`update notifications set notified_at = began_at + interval '1 second' where article_id = ${ids[50]}`.execute(
      db,
    )
    const page = await read(reader)
    expect(page.notifications).toHaveLength(100)
    expect(page.count).toBe(102)
    expect(page.notifications[0]?.payload.articleId).toBe(ids[50])
    const token = await server.signIn(reader, company)
    await server.call('notification.readAll', {}, token)
    expect((await read(reader)).count).toBe(0)
    expect((await read(reader)).notifications.every(({ isNew }) => !isNew)).toBe(true)
  })

  test('is limited to the current company and the caller: nobody marks other people’s notifications', async () => {
    const { article, company, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const [reader, colleague] = [await newViewer(), await newViewer()]
    const another = await buildCompany(db)
    await buildMember(db, another, { user: reader })
    await writeComment({ article, author: owner, mentions: [reader] })
    const elsewhere = await server.signIn(reader, another)
    expect((await server.call('notification.list', {}, elsewhere)).ok).toMatchObject({ notifications: [], count: 0 })
    const id = (await read(reader)).notifications[0]?.id ?? ''
    for (const token of [elsewhere, await server.signIn(colleague, company)]) {
      expect((await server.call('notification.read', { params: { id } }, token)).status).toBe(404)
      await server.call('notification.readAll', {}, token)
    }
    expect((await read(reader)).count).toBe(1)
  })

  test('omits what the person no longer sees, and does not count it', async () => {
    const { article, company, owner, workspace, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    await writeComment({ article, author: owner, mentions: [reader] })
    const roles = db.deleteFrom('workspace_roles').where('user_id', '=', reader.id)
    await roles.execute()
    expect(await read(reader)).toMatchObject({ notifications: [], count: 0 })
    await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
    expect(await read(reader)).toMatchObject({ count: 1 })
    const token = await server.signIn(owner, company)
    await server.call('workspace.setArchived', { params: { id: workspace.id }, body: { isArchived: true } }, token)
    expect(await read(reader)).toMatchObject({ notifications: [], count: 0 })
    await server.call('workspace.setArchived', { params: { id: workspace.id }, body: { isArchived: false } }, token)
    await server.call('article.remove', { params: { id: article.id } }, token)
    expect(await read(reader)).toMatchObject({ notifications: [], count: 0 })
  })

  test('stays empty for people who are deactivated or in another company, even if mentioned', async () => {
    const { article, company, owner, workspace, writeComment, read } = await buildNotifiedCompany(server)
    const former = await buildMember(db, company, { status: 'deactivated' })
    await grantWorkspaceRole(db, { workspace, user: former, role: 'viewer' })
    const foreign = (await buildCompany(db)).owner
    const stranger = await buildMember(db, company)
    await writeComment({ article, author: owner, mentions: [former, foreign, stranger] })
    await db.updateTable('company_members').set({ status: 'active' }).where('user_id', '=', former.id).execute()
    await buildMember(db, company, { user: foreign })
    for (const user of [former, foreign, stranger]) await giveRole(workspace, user)
    for (const user of [former, foreign, stranger])
      expect(await read(user)).toMatchObject({ notifications: [], count: 0 })
  })

  async function giveRole(workspace: { id: string }, user: { id: string }) {
    await db
      .insertInto('workspace_roles')
      .values({ workspace_id: workspace.id, user_id: user.id, role: 'viewer' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  test('keeps notifications for 90 days', async () => {
    const { article, owner, newViewer, writeComment, read, at } = await buildNotifiedCompany(server)
    const reader = await newViewer()
    await writeComment({ article, author: owner, mentions: [reader] })
    await writeComment({ article, author: owner, mentions: [reader], at: 24 * 60 })
    await removeOldNotifications(db, { now: at(90.5 * 24 * 60) })
    const page = await read(reader)
    expect(page.notifications.map(({ time }) => time)).toEqual([at(24 * 60).toISOString()])
  })
})

describe('sharing by name', () => {
  test('notifies newly added people, with the private link, also through their group', async () => {
    const { article, company, owner, read } = await buildNotifiedCompany(server)
    const recipient = await buildMember(db, company)
    const token = await server.signIn(owner, company)
    const body = { entities: [{ type: 'user' as const, id: recipient.id }] }
    await server.call('share.addEntities', { params: { id: article.id }, body }, token)
    const { notifications } = await read(recipient)
    const { privateToken } = (await server.call('share.get', { params: { id: article.id } }, token)).ok.shared
    expect(privateToken).not.toBeNull()
    expect(notifications).toMatchObject([
      { type: 'article_shared', reason: null, user: { id: owner.id }, payload: { sharedToken: privateToken } },
    ])
    await server.call('share.addEntities', { params: { id: article.id }, body }, token)
    expect((await read(recipient)).notifications).toHaveLength(1)
    const [share] = (await server.call('share.entities', { params: { id: article.id } }, token)).ok.entities
    const ended = { params: { id: article.id }, body: { entityId: share?.shareId ?? '' } }
    expect((await server.call('share.removeEntity', ended, token)).status).toBe(200)
    expect(await read(recipient)).toMatchObject({ notifications: [], count: 0 })
  })

  test('gives people who only see an article by name its private link in every notification', async () => {
    const { article, company, owner, newViewer, writeComment, read } = await buildNotifiedCompany(server)
    const recipient = await buildMember(db, company)
    const viewer = await newViewer()
    const token = await server.signIn(owner, company)
    const body = { entities: [recipient, viewer].map(({ id }) => ({ type: 'user' as const, id })) }
    await server.call('share.addEntities', { params: { id: article.id }, body }, token)
    await writeComment({ article, author: owner, mentions: [recipient, viewer] })
    const { privateToken } = (await server.call('share.get', { params: { id: article.id } }, token)).ok.shared
    expect(privateToken).not.toBeNull()
    const received = async (person: typeof recipient) =>
      (await read(person)).notifications.find(({ type }) => type === 'comment_mention')?.payload
    expect(await received(recipient)).toMatchObject({ sharedToken: privateToken })
    expect(await received(viewer)).toMatchObject({ sharedToken: null })
  })

  test('lets a recipient follow the article and be notified', async () => {
    const { article, company, owner, writeComment, read } = await buildNotifiedCompany(server)
    const recipient = await buildMember(db, company)
    const token = await server.signIn(owner, company)
    const body = { entities: [{ type: 'user' as const, id: recipient.id }] }
    await server.call('share.addEntities', { params: { id: article.id }, body }, token)
    const follow = { params: { id: article.id }, body: { follow: 'followed' as const } }
    await server.call('notification.followArticle', follow, await server.signIn(recipient, company))
    await writeComment({ article, author: owner })
    expect(new Set(reasons(await read(recipient)))).toEqual(new Set(['follow', null]))
  })
})

test('an article merged into another takes its comment notifications along', async () => {
  const { article, company, owner, newViewer, writeComment, read, workspace } = await buildNotifiedCompany(server)
  const reader = await newViewer()
  const target = await buildArticle(db, { workspace, author: owner, title: 'The target' })
  await writeComment({ article, author: owner, mentions: [reader] })
  const token = await server.signIn(owner, company)
  expect(
    (await server.call('article.merge', { body: { articleId: article.id, targetId: target.id } }, token)).status,
  ).toBe(200)
  expect((await read(reader)).notifications[0]?.payload).toMatchObject({ articleId: target.id })
})
