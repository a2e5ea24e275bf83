import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { anchorAt } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticleReaction } from '../comment.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, colleague, editor] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner, visibility: 'public' })
await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
const token = await server.signIn(colleague, company)
const editorToken = await server.signIn(editor, company)
const stranger = await buildCompany(db)
const strangerToken = await server.signIn(stranger.owner, stranger)

const paragraph = (duration: number) => ({
  id: newKey(),
  title: 'Paragraph',
  tags: [],
  isExpanded: true,
  map: wholeRecording(newId(), duration),
  items: [],
})
const [opening, closing] = [paragraph(10_000), paragraph(20_000)]
const newArticle = () => buildArticle(db, { workspace, paragraphs: [opening, closing] })

const react = (id: string, body: object = {}, by = token) =>
  server.call(
    'reaction.create',
    { params: { id }, body: { icon: '👍', paragraphId: closing.id, time: 1500, ...body } },
    by,
  )
const list = async (id: string, by: string | null = token) =>
  (await server.call('reaction.list', { params: { id } }, by)).ok.reactions
const remove = (id: string, reactionId: string, by = token) =>
  server.call('reaction.remove', { params: { id, reactionId } }, by)

async function comment(articleId: string, more: object = {}, by = token) {
  const body = { newComment: { content: '<p>Here</p>', ...more } }
  return server.call('comment.create', { params: { articleId }, body }, by)
}
const videoReaction = (articleId: string, more: object = {}) => ({
  articleId,
  paragraphId: closing.id,
  currentParagraphTime: 2000,
  currentVideoTime: 2000,
  icon: '😎' as const,
  ...more,
})

describe('reacting', () => {
  test('to a moment of a paragraph records who, when and where', async () => {
    const { id } = await newArticle()
    const { reaction } = (await react(id)).ok
    expect(reaction).toMatchObject({
      articleId: id,
      commentId: null,
      icon: '👍',
      time: 1500,
      paragraphId: closing.id,
      videoId: closing.map[0]?.videoId,
      videoTime: 1500,
      user: { id: colleague.id },
      isDraft: false,
      abilities: { delete: true },
    })
  })

  test('behind the end of a paragraph counts as its end', async () => {
    const { id } = await newArticle()
    expect((await react(id, { time: 86_400_000 })).ok.reaction).toMatchObject({ paragraphId: closing.id, time: 19_999 })
  })

  test('where nothing is played is refused', async () => {
    const { id } = await newArticle()
    expect((await react(id, { paragraphId: newKey() })).error.code).toBe('unknown_paragraph')
    const text = await buildArticle(db, { workspace })
    expect((await react(text.id)).error.code).toBe('unknown_paragraph')
  })

  test('with a tenth emoji is refused', async () => {
    const { id } = await newArticle()
    expect((await react(id, { icon: '💩' })).status).toBe(422)
  })

  test('again with the same client id creates no second one', async () => {
    const { id } = await newArticle()
    const clientId = newId()
    const answers = await Promise.all([1, 2, 3].map(() => react(id, { clientId })))
    expect(new Set(answers.map(({ ok }) => ok.reaction.id)).size).toBe(1)
    expect(await list(id)).toHaveLength(1)
  })
})

describe('reading', () => {
  test('returns reactions sorted by time, whatever their order of arrival', async () => {
    const { id } = await newArticle()
    await react(id, { time: 9000 })
    await react(id, { time: 100, icon: '🔥' })
    await react(id, { time: 9000, paragraphId: opening.id, icon: '😢' })
    expect((await list(id)).map(({ icon }) => icon)).toEqual(['😢', '🔥', '👍'])
  })

  test('shows guests and people of other companies the reactions without names', async () => {
    const { id } = await newArticle()
    await react(id)
    for (const by of [null, strangerToken]) expect(await list(id, by)).toMatchObject([{ icon: '👍', user: null }])
    expect((await list(id))[0]?.user?.id).toBe(colleague.id)
    expect((await react(id, {}, strangerToken)).status).toBe(403)
  })

  test('hides from readers what is not played any more', async () => {
    const article = await newArticle()
    await buildArticleReaction(db, { article })
    const anchor = anchorAt([opening, closing], 0)
    if (anchor === null) throw new Error('There is nothing there')
    const { id } = await buildArticleReaction(db, { article, anchor })
    expect((await list(article.id)).map((reaction) => reaction.id)).toEqual([id])
  })

  test('in a draft shows them together with those of its article, and only there', async () => {
    const original = await newArticle()
    const draft = await buildDraft(db, { original, author: editor })
    const { reaction: live } = (await react(original.id)).ok
    const { reaction: own } = (await react(draft.id, { time: 1600 }, editorToken)).ok
    expect((await list(draft.id, editorToken)).map(({ id, isDraft }) => [id, isDraft])).toEqual([
      [live.id, false],
      [own.id, true],
    ])
    expect((await list(original.id)).map(({ id }) => id)).toEqual([live.id])
    expect((await server.call('reaction.list', { params: { id: draft.id } }, null)).status).toBe(404)
  })
})

describe('removing a reaction', () => {
  test('is allowed for one’s own, and for editors also those of others', async () => {
    const { id } = await newArticle()
    const [own, of] = [(await react(id)).ok.reaction, (await react(id, {}, editorToken)).ok.reaction]
    expect((await list(id)).find((reaction) => reaction.id === of.id)?.abilities.delete).toBe(false)
    expect((await remove(id, of.id)).error.code).toBe('reaction_not_yours')
    expect((await remove(id, own.id, editorToken)).status).toBe(200)
    expect((await remove(id, own.id)).status).toBe(404)
    expect((await list(id)).map((reaction) => reaction.id)).toEqual([of.id])
  })
})

describe('a comment with a reaction', () => {
  test('is created in one request; deleting the comment removes both', async () => {
    const { id } = await newArticle()
    const { articleComment } = (await comment(id, { videoReaction: videoReaction(id) })).ok
    expect(articleComment.videoReaction).toEqual(videoReaction(id))
    const [reaction] = await list(id)
    expect(reaction).toMatchObject({ commentId: articleComment.id, icon: '😎', time: 2000 })
    const found = await server.call('reaction.find', { params: { id }, query: { commentId: articleComment.id } }, token)
    expect(found.ok.reactions).toEqual([reaction])
    await server.call('comment.remove', { params: { articleId: id, id: articleComment.id } }, token)
    expect(await list(id)).toEqual([])
  })

  test('stays when its reaction is removed', async () => {
    const { id } = await newArticle()
    const made = (await comment(id, { videoReaction: videoReaction(id) })).ok.articleComment
    await remove(id, (await list(id))[0]?.id ?? '')
    const { ok } = await server.call('comment.get', { params: { articleId: id, id: made.id } }, token)
    expect(ok.comment.videoReaction).toBeNull()
  })

  test('is not written when the position is unknown', async () => {
    const { id } = await newArticle()
    const answer = await comment(id, { videoReaction: videoReaction(id, { paragraphId: newKey() }) })
    expect(answer.error.code).toBe('unknown_paragraph')
    expect((await server.call('comment.count', { params: { articleId: id } }, token)).ok.commentsCount).toBe(0)
  })

  test('of another person accepts no reaction of mine', async () => {
    const { id } = await newArticle()
    const { articleComment } = (await comment(id, {}, editorToken)).ok
    expect((await react(id, { commentId: articleComment.id })).error.code).toBe('unknown_comment')
    expect((await react(id, { commentId: articleComment.id }, editorToken)).ok.reaction.commentId).toBe(
      articleComment.id,
    )
  })
})
