/** Access to conversations beyond the access table: recipients of a share. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildGroup } from '../../group/group.builder.ts'
import { buildArticleReaction, buildComment } from '../comment.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const recipient = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner, visibility: 'private' })
const token = await server.signIn(recipient, company)

async function shared() {
  const article = await buildArticle(db, { workspace })
  await db.insertInto('article_shares').values({ id: newId(), article_id: article.id, user_id: recipient.id }).execute()
  return article
}

async function sharedForViewing() {
  const article = await shared()
  await db.updateTable('article_shares').set({ may_comment: false }).where('article_id', '=', article.id).execute()
  return article
}

const list = (articleId: string) => server.call('comment.list', { params: { articleId } }, token)
const write = (articleId: string, more: object = {}) =>
  server.call(
    'comment.create',
    { params: { articleId }, body: { newComment: { content: '<p>Hello</p>', ...more } } },
    token,
  )

describe('a recipient of a share', () => {
  test('reads and writes its comments, and changes only their own', async () => {
    const article = await shared()
    const other = await buildComment(db, { article, author: owner })
    const { articleComment } = (await write(article.id, { parentId: other.id })).ok
    const comments = (await list(article.id)).ok.comments.map(({ comment }) => [comment.id, comment.abilities.edit])
    expect(comments).toEqual([
      [other.id, false],
      [articleComment.id, true],
    ])
    const body = { updatedContent: { content: '<p>Mine now</p>' } }
    const change = await server.call('comment.update', { params: { articleId: article.id, id: other.id }, body }, token)
    expect(change.error.code).toBe('comment_not_yours')
  })

  test('sees neither its draft nor any other article', async () => {
    const article = await shared()
    const draft = await buildDraft(db, { original: article })
    const other = await buildArticle(db, { workspace })
    for (const { id } of [draft, other]) {
      expect((await list(id)).status).toBe(404)
      expect((await write(id)).status).toBe(404)
    }
  })

  test('loses access when the share ends or the article is archived', async () => {
    const [ended, archived] = [await shared(), await shared()]
    await db.deleteFrom('article_shares').where('article_id', '=', ended.id).execute()
    await db.updateTable('articles').set({ is_archived: true }).where('id', '=', archived.id).execute()
    for (const { id } of [ended, archived]) expect((await list(id)).status).toBe(404)
  })

  test('loses access when the workspace is archived', async () => {
    const workspace = await buildWorkspace(db, { company, owner, visibility: 'private' })
    const article = await buildArticle(db, { workspace })
    await db
      .insertInto('article_shares')
      .values({ id: newId(), article_id: article.id, user_id: recipient.id })
      .execute()
    expect((await list(article.id)).status).toBe(200)
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
    expect((await list(article.id)).status).toBe(404)
  })
})

describe('a recipient who may only view', () => {
  test('reads comments and reactions, and writes, changes and deletes nothing, not even their own', async () => {
    const article = await sharedForViewing()
    const own = await buildComment(db, { article, author: recipient })
    const reaction = await buildArticleReaction(db, { article, author: recipient })
    const { comments } = (await list(article.id)).ok
    const none = { edit: false, delete: false, resolve: false }
    expect(comments.map(({ comment }) => [comment.id, comment.abilities])).toEqual([[own.id, none]])
    expect((await server.call('reaction.list', { params: { id: article.id } }, token)).status).toBe(200)

    const at = { articleId: article.id, id: own.id }
    const change = (updatedContent: object) =>
      server.call('comment.update', { params: at, body: { updatedContent } }, token)
    const answers = [
      await write(article.id),
      await write(article.id, { parentId: own.id }),
      await change({ content: '<p>Other words</p>' }),
      await change({ reaction: { content: '🔥', isOn: true } }),
      await change({ isResolved: true }),
      await server.call('comment.remove', { params: at }, token),
      await server.call(
        'reaction.create',
        { params: { id: article.id }, body: { icon: '👍', time: 0, paragraphId: 'p1' } },
        token,
      ),
      await server.call('reaction.remove', { params: { id: article.id, reactionId: reaction.id } }, token),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  })

  test('comments if another share or a role in the workspace lets them', async () => {
    const byGroup = await sharedForViewing()
    const group = await buildGroup(db, { company, members: [recipient] })
    await db.insertInto('article_shares').values({ id: newId(), article_id: byGroup.id, group_id: group.id }).execute()
    expect((await write(byGroup.id)).status).toBe(200)
    await db.deleteFrom('group_members').where('group_id', '=', group.id).execute()
    expect((await write(byGroup.id)).status).toBe(403)

    const open = await buildWorkspace(db, { company, owner, visibility: 'private' })
    const byRole = await buildArticle(db, { workspace: open })
    const share = { id: newId(), article_id: byRole.id, user_id: recipient.id, may_comment: false }
    await db.insertInto('article_shares').values(share).execute()
    expect((await write(byRole.id)).status).toBe(403)
    await grantWorkspaceRole(db, { workspace: open, user: recipient, role: 'viewer' })
    expect((await write(byRole.id)).status).toBe(200)
  })
})
