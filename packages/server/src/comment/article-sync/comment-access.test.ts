/** Access to conversations beyond the access table: recipients of a share. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildComment } from '../comment.builder.ts'

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
