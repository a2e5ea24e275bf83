import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildComment } from './comment.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague, editor] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner: author, visibility: 'organization' })
await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
const [authorToken, colleagueToken, editorToken] = [
  await server.signIn(author, company),
  await server.signIn(colleague, company),
  await server.signIn(editor, company),
]
const article = await buildArticle(db, { workspace })

type NewComment = Parameters<typeof server.call<'comment.create'>>[1] extends { body: { newComment: infer N } }
  ? N
  : never

const write = (newComment: NewComment, { articleId = article.id, token = colleagueToken } = {}) =>
  server.call('comment.create', { params: { articleId }, body: { newComment } }, token)

async function written(newComment: NewComment, where: { articleId?: string; token?: string } = {}) {
  return (await write(newComment, where)).ok.articleComment
}

const change = (id: string, updatedContent: object, token = colleagueToken, articleId = article.id) =>
  server.call('comment.update', { params: { articleId, id }, body: { updatedContent } }, token)

const list = async (articleId = article.id, token = colleagueToken, query = {}) =>
  (await server.call('comment.list', { params: { articleId }, query }, token)).ok

const listed = async (articleId = article.id, token = colleagueToken) =>
  (await list(articleId, token)).comments.map(({ comment }) => comment)

const newArticle = () => buildArticle(db, { workspace })

describe('writing', () => {
  test('a comment shows who wrote it, where and when', async () => {
    const comment = await written({ content: '<p>Two minutes are <strong>not</strong> enough</p>' })
    expect(comment).toMatchObject({
      articleId: article.id,
      workspaceId: workspace.id,
      userId: colleague.id,
      parentId: null,
      content: '<p>Two minutes are <strong>not</strong> enough</p>',
      timestamp: 0,
      isTimed: false,
      quote: null,
      reaction: [],
      author: { id: colleague.id, email: colleague.email },
      editedAt: null,
      resolvedAt: null,
      abilities: { edit: true, delete: true, resolve: true },
    })
    expect(Math.abs(Date.parse(comment.createdAt) - Date.now())).toBeLessThan(60_000)
    expect(
      (await server.call('comment.get', { params: { articleId: article.shortId, id: comment.id } }, editorToken)).ok,
    ).toMatchObject({ comment: { id: comment.id, content: comment.content }, profileImage: null })
  })

  test('a comment of only white space is refused', async () => {
    for (const content of ['', '   ', '<p> </p>', '<p><br></p><p>\u00a0</p>', '<img src="x">'])
      expect((await write({ content })).error.code, content).toBe('comment_empty')
  })

  test('15000 characters are accepted, tags not counted, and one more is refused', async () => {
    const most = 'a'.repeat(commentLimits.text)
    expect((await write({ content: `<p><strong>${most.slice(1)}</strong>b</p>` })).status).toBe(200)
    expect((await write({ content: `<p>${most}b</p>` })).error.code).toBe('comment_too_long')
  })

  test('a quote is stored unchanged', async () => {
    const quote = {
      text: 'gateway',
      icon: null,
      textTabId: 'tab',
      paragraphKey: 'abcdefghijklmnop',
      paragraphText: 'Restart the gateway, then wait.',
      paragraphTextBefore: 'Restart the ',
      paragraphTextOffset: 12,
    }
    expect((await written({ content: '<p>Which one?</p>', quote })).quote).toEqual(quote)
  })

  test('a quote with characters that cannot be stored is refused', async () => {
    const quote = {
      text: 'a\u0000b',
      paragraphKey: 'k',
      paragraphText: '',
      paragraphTextBefore: '',
      paragraphTextOffset: 0,
    }
    expect((await write({ content: '<p>Which one?</p>', quote })).status).toBe(422)
  })

  test('a retry creates no second comment and returns the first', async () => {
    const { id } = await newArticle()
    const retried = { clientId: newId(), content: '<p>Once</p>' }
    const answers = await Promise.all([1, 2, 3].map(() => written(retried, { articleId: id })))
    expect(new Set(answers.map((comment) => comment.id)).size).toBe(1)
    expect(await listed(id)).toHaveLength(1)
  })

  test('the author recognises it by the id that it was sent with, and nobody else receives that id', async () => {
    const { id: articleId } = await newArticle()
    const sent = [newId(), newId()].map((clientId) => ({ clientId, content: '<p>Same words</p>' }))
    for (const comment of sent) expect((await written(comment, { articleId })).clientId).toBe(comment.clientId)
    expect((await listed(articleId)).map(({ clientId }) => clientId)).toEqual(sent.map(({ clientId }) => clientId))
    for (const comment of await listed(articleId, authorToken)) expect(comment).not.toHaveProperty('clientId')
  })

  test('counts as activity of the workspace', async () => {
    const other = await buildWorkspace(db, { company, owner: author, visibility: 'organization' })
    const quiet = await buildArticle(db, { workspace: other, createdAt: new Date('2020-01-01') })
    const activity = async () =>
      (await server.call('workspace.get', { params: { id: other.id } }, authorToken)).ok.workspace.lastActivityAt
    const before = await activity()
    await written({ content: '<p>Hello</p>' }, { articleId: quiet.id })
    expect(Date.parse((await activity()) ?? '')).toBeGreaterThan(Date.parse(before ?? '1970-01-01'))
  })
})

describe('mentions', () => {
  const span = (id: string, label: string) => `<span data-mention="${id}" data-label="${label}">@${label}</span>`

  test('name people of the company, under their real names', async () => {
    const { content } = await written({ content: `<p>See ${span(editor.id, 'The Chief')}</p>` })
    const { content: stored } = await written({ content })
    expect(content).toContain(`data-mention="${editor.id}"`)
    expect(content).not.toContain('The Chief')
    expect(stored).toBe(content)
  })

  test('of people from elsewhere become text', async () => {
    const stranger = await buildMember(db, await buildCompany(db))
    const { content } = await written({ content: `<p>See ${span(stranger.id, 'Noor')}</p>` })
    expect(content).toBe('<p>See @Noor</p>')
  })
})

describe('replies', () => {
  test('have one level: a reply to a reply goes to the thread', async () => {
    const { id } = await newArticle()
    const first = await written({ content: '<p>First</p>' }, { articleId: id })
    const reply = await written({ content: '<p>Reply</p>', parentId: first.id }, { articleId: id })
    const deeper = await written({ content: '<p>Deeper</p>', parentId: reply.id }, { articleId: id })
    expect([reply.parentId, deeper.parentId]).toEqual([first.id, first.id])
    expect(reply.abilities.resolve).toBe(false)
  })

  test('to a missing comment are refused, and leave nothing', async () => {
    const other = await newArticle()
    const elsewhere = await buildComment(db, { article: other })
    const before = await listed()
    for (const parentId of [newId(), elsewhere.id, 'k3'])
      expect((await write({ content: '<p>Where?</p>', parentId })).error.code).toBe('unknown_comment')
    expect(await listed()).toHaveLength(before.length)
  })
})

describe('reading', () => {
  test('oldest first, with the number of replies', async () => {
    const made = await newArticle()
    const first = await buildComment(db, { article: made, createdAt: new Date('2026-01-01') })
    const second = await buildComment(db, { article: made, createdAt: new Date('2026-01-02') })
    const reply = await buildComment(db, { article: made, parent: first, createdAt: new Date('2026-01-03') })
    expect((await listed(made.id)).map(({ id }) => id)).toEqual([first.id, second.id, reply.id])
    const { ok } = await server.call('comment.count', { params: { articleId: made.id } }, colleagueToken)
    expect(ok.commentsCount, 'a reply belongs to its comment').toBe(2)
    const resolved = { params: { articleId: made.id, id: first.id }, body: { updatedContent: { isResolved: true } } }
    expect((await server.call('comment.update', resolved, colleagueToken)).status).toBe(200)
    const { ok: left } = await server.call('comment.count', { params: { articleId: made.id } }, colleagueToken)
    expect(left.commentsCount, 'resolved ones are not open').toBe(1)
  })

  test('the newest page first, with the threads of its replies, and older ones behind it', async () => {
    const made = await newArticle()
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    const comments = []
    for (let i = 0; i < 6; i++) comments.push(await buildComment(db, { article: made, createdAt: at(i) }))
    const [oldest, , , fourth, fifth, sixth] = comments
    const reply = await buildComment(db, { article: made, parent: oldest, createdAt: at(10) })
    const page = await list(made.id, colleagueToken, { limit: '3' })
    expect(page.comments.map(({ comment }) => comment.id)).toEqual([oldest?.id, fifth?.id, sixth?.id, reply.id])
    expect(page.isTruncated).toBe(true)
    // The cursor is a position, so the comment itself may be gone.
    await server.call('comment.remove', { params: { articleId: made.id, id: fifth?.id ?? '' } }, authorToken)
    const older = await list(made.id, colleagueToken, { limit: '4', before: page.before ?? '' })
    expect(older.comments.map(({ comment }) => comment.id)).toEqual(comments.slice(0, 4).map(({ id }) => id))
    expect(older.comments.at(-1)?.comment.id).toBe(fourth?.id)
    expect([older.isTruncated, older.before]).toEqual([false, null])
  })

  test('a thread is listed completely, even if only its last reply is new', async () => {
    const made = await newArticle()
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    const root = await buildComment(db, { article: made, createdAt: at(0) })
    const answer = await buildComment(db, { article: made, parent: root, createdAt: at(1) })
    for (let i = 2; i < 5; i++) await buildComment(db, { article: made, createdAt: at(i) })
    const last = await buildComment(db, { article: made, parent: root, createdAt: at(9) })
    const page = await list(made.id, colleagueToken, { limit: '1' })
    expect(page.comments.map(({ comment }) => comment.id)).toEqual([root.id, answer.id, last.id])
  })

  test('only comments about words or a moment, with their replies', async () => {
    const made = await newArticle()
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    const valve = {
      text: 'the valve',
      paragraphKey: newKey(),
      paragraphText: 'Turn the valve',
      paragraphTextBefore: 'Turn ',
      paragraphTextOffset: 5,
    }
    const quoted = await buildComment(db, { article: made, quote: valve, createdAt: at(0) })
    const reply = await buildComment(db, { article: made, parent: quoted, createdAt: at(5) })
    for (let i = 1; i < 4; i++) await buildComment(db, { article: made, createdAt: at(i) })
    const page = await list(made.id, colleagueToken, { anchored: '1', limit: '1' })
    expect(page.comments.map(({ comment }) => comment.id)).toEqual([quoted.id, reply.id])
    expect(page.isTruncated).toBe(false)
  })

  test('comments of the same instant are on exactly one page each', async () => {
    const made = await newArticle()
    const createdAt = new Date('2026-01-01')
    const ids = []
    for (let i = 0; i < 7; i++) ids.push((await buildComment(db, { article: made, createdAt })).id)
    const seen: string[] = []
    let before: string | null = null
    do {
      const page = await list(made.id, colleagueToken, { limit: '2', ...(before !== null && { before }) })
      seen.push(...page.comments.map(({ comment }) => comment.id))
      before = page.before
    } while (before !== null)
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  test.each(['', 'x', '1', `99999999999999_${newId()}`, `1_${newId()}x`])(
    'an invalid cursor %j is refused',
    async (before) => {
      const answer = await server.call(
        'comment.list',
        { params: { articleId: article.id }, query: { before } },
        colleagueToken,
      )
      expect(answer.status).toBe(422)
    },
  )
})

describe('changing', () => {
  test('the author changes the text, and nobody is named as editor', async () => {
    const { id } = await written({ content: '<p>Befor</p>' })
    const { articleComment } = (await change(id, { content: '<p>Before</p>' })).ok
    expect(articleComment).toMatchObject({ content: '<p>Before</p>', editedBy: null })
    expect(articleComment.editedAt).not.toBeNull()
  })

  test('an editor changes the text, is named, and the previous text is kept', async () => {
    const { id } = await written({ content: '<p>Rude words</p>' })
    const { articleComment } = (await change(id, { content: '<p>Kind words</p>' }, editorToken)).ok
    expect(articleComment).toMatchObject({
      content: '<p>Kind words</p>',
      editedBy: { id: editor.id },
      userId: colleague.id,
    })
    const kept = await db.selectFrom('comment_edits').where('comment_id', '=', id).selectAll().execute()
    expect(kept).toMatchObject([{ content: '<p>Rude words</p>', edited_by_id: editor.id }])
  })

  test('identical text is no change', async () => {
    const { id } = await written({ content: '<p>Words</p>' })
    expect((await change(id, { content: '<p>Words</p>' }, editorToken)).ok.articleComment.editedAt).toBeNull()
  })

  test('people who are neither author nor editor change neither text nor time', async () => {
    const { id } = await written({ content: '<p>Mine</p>' }, { token: editorToken })
    for (const changed of [{ content: '<p>Yours</p>' }, { timestamp: 10 }, { timestamp: null }])
      expect((await change(id, changed)).error.code).toBe('comment_not_yours')
    expect(
      (await server.call('comment.remove', { params: { articleId: article.id, id } }, colleagueToken)).error.code,
    ).toBe('comment_not_yours')
  })

  test('no part of a change is stored when one part is refused', async () => {
    const { id } = await written({ content: '<p>Mine</p>' }, { token: editorToken })
    await change(id, { content: '<p>Yours</p>', isResolved: true, reaction: { content: '🔥', isOn: true } })
    expect((await listed()).find((comment) => comment.id === id)).toMatchObject({ resolvedAt: null, reaction: [] })
  })
})

describe('deleting', () => {
  test('removes replies and emojis too', async () => {
    const { id: articleId } = await newArticle()
    const first = await written({ content: '<p>First</p>' }, { articleId })
    await written({ content: '<p>Reply</p>', parentId: first.id }, { articleId, token: editorToken })
    await change(first.id, { reaction: { content: '👍', isOn: true } }, editorToken, articleId)
    expect(
      (await server.call('comment.remove', { params: { articleId, id: first.id } }, colleagueToken)).ok.success,
    ).toBe(true)
    expect(await listed(articleId)).toEqual([])
    expect((await server.call('comment.remove', { params: { articleId, id: first.id } }, colleagueToken)).status).toBe(
      404,
    )
  })

  test('of a reply keeps the thread', async () => {
    const { id: articleId } = await newArticle()
    const first = await written({ content: '<p>First</p>' }, { articleId })
    const reply = await written({ content: '<p>Reply</p>', parentId: first.id }, { articleId })
    await server.call('comment.remove', { params: { articleId, id: reply.id } }, editorToken)
    expect((await listed(articleId)).map(({ id }) => id)).toEqual([first.id])
  })
})

describe('emojis', () => {
  test('are added and removed by everyone who may comment, and show who added them', async () => {
    const { id } = await written({ content: '<p>Done</p>' }, { token: editorToken })
    await change(id, { reaction: { content: '🔥', isOn: true } })
    await change(id, { reaction: { content: '🔥', isOn: true } })
    await change(id, { reaction: { content: '👍', isOn: true } }, authorToken)
    const { articleComment } = (await change(id, { reaction: { content: '🔥', isOn: true } }, editorToken)).ok
    expect(articleComment.reaction).toEqual([
      { content: '🔥', userIds: [colleague.id, editor.id], names: [expect.any(String), expect.any(String)] },
      { content: '👍', userIds: [author.id], names: [expect.any(String)] },
    ])
    const off = await change(id, { reaction: { content: '🔥', isOn: false } })
    expect(off.ok.articleComment.reaction).toMatchObject([{ content: '👍' }, { content: '🔥', userIds: [editor.id] }])
  })

  test('the last concurrent toggle wins, and a person counts once', async () => {
    const { id } = await written({ content: '<p>Done</p>' })
    await Promise.all(Array.from({ length: 8 }, () => change(id, { reaction: { content: '❤️', isOn: true } })))
    expect((await listed()).find((comment) => comment.id === id)?.reaction).toMatchObject([{ userIds: [colleague.id] }])
  })

  test('other than the nine are refused', async () => {
    const { id } = await written({ content: '<p>Done</p>' })
    expect((await change(id, { reaction: { content: '💩', isOn: true } })).status).toBe(422)
  })
})

describe('a resolved thread', () => {
  test('can be reopened by everyone who may comment', async () => {
    const { id } = await written({ content: '<p>To do</p>' }, { token: editorToken })
    const resolved = (await change(id, { isResolved: true })).ok.articleComment
    expect(resolved).toMatchObject({ resolvedBy: { id: colleague.id } })
    // The second person did not resolve it.
    expect((await change(id, { isResolved: true }, authorToken)).ok.articleComment.resolvedBy?.id).toBe(colleague.id)
    expect((await change(id, { isResolved: false }, authorToken)).ok.articleComment.resolvedAt).toBeNull()
  })

  test('is reopened by a reply', async () => {
    const { id } = await written({ content: '<p>To do</p>' })
    await change(id, { isResolved: true })
    await written({ content: '<p>Not yet</p>', parentId: id })
    expect((await listed()).find((comment) => comment.id === id)?.resolvedAt).toBeNull()
  })
})

describe('a draft of a published article', () => {
  test('shows the comments of its article and its own, which readers do not see', async () => {
    const original = await newArticle()
    const draft = await buildDraft(db, { original, author })
    const old = await buildComment(db, { article: original })
    const own = await written({ content: '<p>Before we publish</p>' }, { articleId: draft.id, token: editorToken })
    expect(own.articleId).toBe(draft.id)
    expect((await listed(draft.id, editorToken)).map(({ id }) => id)).toEqual([old.id, own.id])
    expect((await listed(original.id)).map(({ id }) => id)).toEqual([old.id])
    expect(
      (await server.call('comment.get', { params: { articleId: original.id, id: own.id } }, editorToken)).status,
    ).toBe(404)
    expect((await server.call('comment.list', { params: { articleId: draft.id } }, colleagueToken)).status).toBe(404)
  })

  test('accepts replies to comments of its article', async () => {
    const original = await newArticle()
    const draft = await buildDraft(db, { original, author })
    const old = await buildComment(db, { article: original })
    const reply = await written(
      { content: '<p>Done here</p>', parentId: old.id },
      { articleId: draft.id, token: editorToken },
    )
    expect(reply).toMatchObject({ parentId: old.id, articleId: draft.id })
  })
})
