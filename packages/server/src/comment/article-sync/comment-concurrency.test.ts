/** Concurrent writes: every accepted comment exists once, and at the right position. */
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
const workspace = await buildWorkspace(db, { company, owner })
const token = await server.signIn(owner, company)

const newArticle = () => buildArticle(db, { workspace })
const write = (articleId: string, more: object = {}) =>
  server.call(
    'comment.create',
    { params: { articleId }, body: { newComment: { content: '<p>Word</p>', ...more } } },
    token,
  )
const list = async (articleId: string) =>
  (await server.call('comment.list', { params: { articleId } }, token)).ok.comments.map(({ comment }) => comment)

describe('concurrently', () => {
  test('writing on a draft while it is published: every comment is on the article', async () => {
    for (let round = 0; round < 5; round++) {
      const original = await newArticle()
      const draft = await buildDraft(db, { original, title: `Changed ${round}` })
      const [published, ...answers] = await Promise.all([
        server.call('article.save', { params: { id: draft.id }, body: { isPublish: true } }, token),
        ...Array.from({ length: 6 }, () => write(draft.id)),
      ])
      expect(published.status).toBe(200)
      const ids = answers.map(({ ok }) => ok.articleComment.id)
      expect((await list(original.id)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    }
  })

  test('writing on an article while it is merged: a comment is on the target, or was refused', async () => {
    for (let round = 0; round < 5; round++) {
      const [left, target] = [await newArticle(), await newArticle()]
      const [merged, ...answers] = await Promise.all([
        server.call('article.merge', { body: { articleId: left.id, targetId: target.id } }, token),
        ...Array.from({ length: 6 }, () => write(left.id)),
      ])
      expect(merged.status).toBe(200)
      // Accepted before the merge and read after it, a comment is no longer where it was written.
      expect(answers.filter(({ status }) => ![200, 404, 422].includes(status))).toEqual([])
      const accepted = answers.flatMap((answer) => (answer.status === 200 ? [answer.ok.articleComment.id] : []))
      const there = (await list(target.id)).map(({ id }) => id)
      for (const id of accepted) expect(there).toContain(id)
    }
  })

  test('replying to a comment while it is deleted: no reply is left without its thread', async () => {
    const { id: articleId } = await newArticle()
    for (let round = 0; round < 8; round++) {
      const first = await buildComment(db, { article: { id: articleId }, author: owner })
      const [, ...answers] = await Promise.all([
        server.call('comment.remove', { params: { articleId, id: first.id } }, token),
        ...Array.from({ length: 4 }, () => write(articleId, { parentId: first.id })),
      ])
      for (const answer of answers) {
        // Comments written before were deleted with the thread.
        if (answer.status !== 200) expect(answer.error.code).toBe('unknown_comment')
      }
      expect(await list(articleId)).toEqual([])
    }
  })

  test('adding and removing an emoji: there is one or none', async () => {
    const { id: articleId } = await newArticle()
    const { id } = await buildComment(db, { article: { id: articleId } })
    const toggles = Array.from({ length: 12 }, (_, at) =>
      server.call(
        'comment.update',
        { params: { articleId, id }, body: { updatedContent: { reaction: { content: '🔥', isOn: at % 2 === 0 } } } },
        token,
      ),
    )
    expect((await Promise.all(toggles)).map(({ status }) => status)).toEqual(toggles.map(() => 200))
    const [comment] = await list(articleId)
    expect(comment?.reaction.length).toBeLessThanOrEqual(1)
    for (const { userIds } of comment?.reaction ?? []) expect(userIds).toEqual([owner.id])
  })
})
