/**
 * Comments and reactions stay with their content when their articles are published, merged, moved, discarded or
 * deleted.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { paragraphsFromResponse, paragraphsToInput } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import {
  insertMaterial,
  moveParagraph,
  removeParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { articleMap, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { locate, wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { purgeArticles } from '../../article/delete/article-purge.queries.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { cleanUpIdleDrafts } from '../../article/draft/idle-drafts.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildComment } from '../comment.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const reader = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner, visibility: 'organization' })
const token = await server.signIn(owner, company)
const readerToken = await server.signIn(reader, company)

const video = (duration: number) => buildVideo(db, company, { userId: owner.id, duration, main_key: 'm' })
const [first, second, later] = [await video(60_000), await video(60_000), await video(10_000)]

const paragraph = (title: string, videoId: string, duration = 60_000) => ({
  id: newKey(),
  title,
  tags: [],
  isExpanded: true,
  map: wholeRecording(videoId, duration),
  items: [],
})
const recording = () => [paragraph('Before', first), paragraph('After', second)]

async function publish(id: string, tree: ParagraphTree, more: object = {}) {
  const body = {
    title: 'Replace a meter',
    workspace: workspace.id,
    paragraphs: paragraphsToInput(tree),
    isPublish: true,
  }
  const { article } = (await server.call('article.save', { params: { id }, body: { ...body, ...more } }, token)).ok
  return { id: article.id, tree: paragraphsFromResponse(article.paragraphs) }
}

async function openDraft(articleId: string, body: object = {}): Promise<string> {
  return (await server.call('article.saveDraft', { params: { id: articleId }, body }, token)).ok.article.id
}

async function comment(articleId: string, more: object = {}) {
  const newComment = { content: '<p>Look here</p>', ...more }
  return (await server.call('comment.create', { params: { articleId }, body: { newComment } }, token)).ok.articleComment
}

async function react(articleId: string, paragraphId: string, time: number) {
  const body = { icon: '🔥' as const, paragraphId, time }
  return (await server.call('reaction.create', { params: { id: articleId }, body }, token)).ok.reaction
}

const commentsOf = async (articleId: string, by = readerToken) =>
  (await server.call('comment.list', { params: { articleId } }, by)).ok.comments.map((found) => found.comment)
const reactionsOf = async (id: string, by = readerToken) =>
  (await server.call('reaction.list', { params: { id } }, by)).ok.reactions

const momentAt = (tree: ParagraphTree, time: number) => {
  const found = locate(articleMap(tree), time)
  return found && [found.piece.videoId, found.videoTime]
}

describe('publishing', () => {
  test('moves comments and reactions of the draft to the article', async () => {
    const { id, tree } = await publish('new', recording())
    const draftId = await openDraft(id)
    const said = await comment(draftId, { timestamp: 70_000 })
    const reaction = await react(draftId, tree[1]?.id ?? '', 5000)
    expect([await commentsOf(id), await reactionsOf(id)]).toEqual([[], []])
    expect(reaction.isDraft).toBe(true)
    await publish(draftId, tree, { title: 'Replace any meter' })
    expect(await commentsOf(id)).toMatchObject([{ id: said.id, articleId: id, timestamp: 70_000 }])
    expect(await reactionsOf(id)).toMatchObject([{ id: reaction.id, articleId: id, isDraft: false, time: 5000 }])
  })

  test('keeps a comment on its moment when the recording is cut', async () => {
    const { id, tree } = await publish('new', recording())
    const after = tree[1]?.id ?? ''
    await comment(id, { timestamp: 65_000 })
    await react(id, after, 6000)
    const turned = moveParagraph(tree, after, { parentId: null, index: 0 })
    const cut = await publish(id, insertMaterial(turned, 2000, wholeRecording(later, 10_000), { id: newKey() }))
    const [said] = await commentsOf(id)
    const [reaction] = await reactionsOf(id)
    expect(said?.timestamp).toBe(15_000)
    expect(momentAt(cut.tree, said?.timestamp ?? 0)).toEqual([second, 5000])
    expect(reaction).toMatchObject({ videoId: second, videoTime: 6000 })
    const paragraph = cut.tree.find((one) => one.id === reaction?.paragraphId)
    expect(paragraph && locate(paragraph.map, reaction?.time ?? 0)).toMatchObject({ videoTime: 6000 })
  })

  test('leaves a comment on a cut-out moment without time, marks it, and the version brings it back', async () => {
    const { id, tree } = await publish('new', recording())
    await comment(id, { timestamp: 65_000 })
    await react(id, tree[1]?.id ?? '', 6000)
    await publish(id, removeParagraph(tree, tree[1]?.id ?? ''))
    expect(await commentsOf(id)).toMatchObject([{ timestamp: 0, isTimed: true, anchor: { videoTime: 5000 } }])
    expect(await reactionsOf(id)).toEqual([])
    const address = { ws: workspace.id, id, version: '1' }
    const version = (await server.call('articleVersion.get', { params: address }, token)).ok.article
    await publish(id, paragraphsFromResponse(version.paragraphs), { isKeepDraft: true })
    expect(await commentsOf(id)).toMatchObject([{ timestamp: 65_000 }])
    expect(await reactionsOf(id)).toMatchObject([{ time: 6000, paragraphId: tree[1]?.id }])
  })

  test('for the first time keeps everything in place', async () => {
    const body = { title: 'New', workspace: workspace.id, paragraphs: paragraphsToInput(recording()) }
    const draft = (await server.call('article.saveDraft', { params: { id: 'new' }, body }, token)).ok.article
    const said = await comment(draft.id, { timestamp: 61_000 })
    await server.call('article.save', { params: { id: draft.id }, body: { isPublish: true } }, token)
    expect(await commentsOf(draft.id)).toMatchObject([{ id: said.id, timestamp: 61_000 }])
  })
})

describe('a draft that ends without publishing', () => {
  test('when discarded moves its comments to the article and drops its reactions', async () => {
    const { id, tree } = await publish('new', recording())
    const draftId = await openDraft(id)
    const said = await comment(draftId, {
      timestamp: 70_000,
      videoReaction: {
        articleId: draftId,
        paragraphId: tree[0]?.id ?? '',
        currentParagraphTime: 10,
        currentVideoTime: 10,
        icon: '👍',
      },
    })
    expect(said.videoReaction).toMatchObject({ icon: '👍', currentParagraphTime: 10 })
    await react(draftId, tree[0]?.id ?? '', 1000)
    await server.call('draft.discard', { params: { id: draftId }, body: {} }, token)
    expect(await commentsOf(id)).toMatchObject([{ id: said.id, timestamp: 70_000, videoReaction: null }])
    expect(await reactionsOf(id)).toEqual([])
  })

  test('when deleted does the same', async () => {
    const { id } = await publish('new', recording())
    const draftId = await openDraft(id)
    const said = await comment(draftId)
    await server.call('draft.remove', { params: { id: draftId } }, token)
    expect(await commentsOf(id)).toMatchObject([{ id: said.id }])
  })

  test('when left without a change loses nothing that was written on it', async () => {
    const { id, tree } = await publish('new', recording())
    const draftId = await openDraft(id)
    const said = await comment(draftId)
    const reaction = await react(draftId, tree[0]?.id ?? '', 1000)
    await cleanUpIdleDrafts(db, new Date(Date.now() + 3_600_000))
    expect((await server.call('draft.get', { params: { id: draftId } }, token)).status).toBe(404)
    expect(await commentsOf(id)).toMatchObject([{ id: said.id }])
    expect(await reactionsOf(id)).toMatchObject([{ id: reaction.id }])
  })

  test('loses its comments when it was never published and is deleted', async () => {
    const draft = await buildDraft(db, { workspace, author: owner })
    await comment(draft.id)
    await server.call('draft.remove', { params: { id: draft.id } }, token)
    expect((await server.call('comment.list', { params: { articleId: draft.id } }, token)).status).toBe(404)
  })
})

describe('merging', () => {
  test('keeps comments and reactions of both on the same moments, even if both play the same recording', async () => {
    const left = await publish('new', recording())
    const target = await publish('new', recording())
    await comment(left.id, { timestamp: 65_000 })
    await comment(target.id, { timestamp: 65_000 })
    await react(left.id, left.tree[0]?.id ?? '', 1000)
    await react(target.id, target.tree[0]?.id ?? '', 1000)
    const draftId = await openDraft(left.id)
    await comment(draftId, { timestamp: 3000 })
    const body = { articleId: left.id, targetId: target.id }
    await server.call('article.merge', { body }, token)
    expect((await commentsOf(target.id)).map(({ timestamp }) => timestamp)).toEqual([65_000, 185_000, 3000])
    const { article } = (await server.call('article.get', { params: { id: target.id } }, token)).ok
    const at = (await reactionsOf(target.id)).map(
      ({ paragraphId, time }) => (article.paragraphs.find(({ id }) => id === paragraphId)?.position ?? -1) + time,
    )
    expect(at).toEqual([1000, 121_000])
  })
})

describe('moving', () => {
  test('to another company keeps comments and drops their mentions', async () => {
    const other = await buildCompany(db)
    await buildMember(db, other, { user: owner })
    const workspace = await buildWorkspace(db, { company: other, owner, visibility: 'organization' })
    const { id } = await publish('new', recording())
    // Plays the same recording, so that a copy of it moves.
    await publish('new', recording())
    await comment(id, {
      content: `<p>See <span data-mention="${reader.id}" data-label="x">@x</span> &amp; go</p>`,
      timestamp: 65_000,
    })
    const body = { companyId: other.id, workspaceId: workspace.id }
    expect((await server.call('article.transfer', { params: { id }, body }, token)).status).toBe(200)
    const there = await server.signIn(owner, other)
    const [said] = await commentsOf(id, there)
    expect(said).toMatchObject({ timestamp: 65_000, workspaceId: workspace.id })
    expect(said?.content).toMatch(/^<p>See @\w+ \w+ &amp; go<\/p>$/)
    expect(said?.anchor?.videoId).not.toBe(second)
  })

  test('a copy starts without comments', async () => {
    const { id } = await publish('new', recording())
    await comment(id)
    const copy = (await server.call('article.duplicate', { body: { articleId: id } }, token)).ok.article
    expect(await commentsOf(copy.id)).toEqual([])
    expect(await commentsOf(id)).toHaveLength(1)
  })
})

test('a deleted article shows no comment, and purging removes them permanently', async () => {
  const article = await buildArticle(db, { workspace })
  const { id } = await buildComment(db, { article, emojis: [{ content: '👍', by: reader }] })
  await server.call('article.remove', { params: { id: article.id } }, token)
  expect((await server.call('comment.get', { params: { articleId: article.id, id } }, readerToken)).status).toBe(404)
  await purgeArticles(db, new Date(Date.now() + 1000), 1000)
  expect(await db.selectFrom('comments').where('id', '=', id).selectAll().execute()).toEqual([])
})
