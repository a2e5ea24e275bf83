/** What people are told, over HTTP on a real database. */
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, giveWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildComment } from '../comment/comment.builder.ts'
import { createNotify } from './notify.ts'

const server = await startTestServer()
const { db } = server
const notify = createNotify(server.jobs.enqueue)
const company = await buildCompany(db)

test('a comment tells who is mentioned', async () => {
  const [author, reader] = [await buildMember(db, company), await buildMember(db, company)]
  const workspace = await buildWorkspace(db, { company, owner: author, title: 'Field work' })
  await giveWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
  const article = await buildArticle(db, { workspace, author, title: 'Climbing' })
  const { id: commentId } = await buildComment(db, { article, author, text: 'Look here' })
  await db.transaction().execute((trx) =>
    notify.tellOfComment(trx, {
      commentId,
      articleId: article.id,
      authorId: author.id,
      mentionedIds: [reader.id],
      parentAuthorIds: [],
      plainText: 'Look  here',
    }),
  )
  const { ok } = await server.call('notification.list', {}, await server.signIn(reader, company))
  expect(ok).toMatchObject({
    count: 1,
    notifications: [
      {
        type: 'comment_mention',
        isNew: true,
        reason: 'mention',
        user: { id: author.id },
        payload: {
          articleTitle: 'Climbing',
          articleId: article.id,
          articleShortId: article.shortId,
          workspaceSlug: 'field-work',
          commentId,
          excerpt: 'Look here',
          isDraft: false,
          sharedToken: null,
        },
      },
    ],
  })
})
