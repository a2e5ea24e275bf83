/**
 * Comments are anchored to a moment of a recording in a paragraph. These tests cover what publishing guarantees for
 * them.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { carryAnchor } from '@knowreel/shared/video/paragraph/carry-anchor.ts'
import { paragraphsFromResponse, paragraphsToInput } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import {
  removeRange,
  insertMaterial,
  insertParagraph,
  mergeIntoPrevious,
  moveParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import {
  anchorAt,
  articleMap,
  resolveAnchor,
  type Anchor,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { locate, wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const author = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner: author })
const token = await server.signIn(author, company)

const own = (duration: number) => buildVideo(db, company, { userId: author.id, duration, main_key: 'm' })
const [first, second, later] = [await own(60_000), await own(60_000), await own(10_000)]

const paragraph = (title: string, videoId: string) => ({
  id: newKey(),
  title,
  tags: [],
  isExpanded: true,
  map: wholeRecording(videoId, 60_000),
  items: [],
})

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

const set = (tree: ParagraphTree, time: number): Anchor => {
  const anchor = anchorAt(tree, time)
  if (anchor === null) throw new Error('There is nothing there')
  return anchor
}

const momentOf = (tree: ParagraphTree, anchor: Anchor) => {
  const time = resolveAnchor(tree, anchor)
  const found = time === null ? null : locate(articleMap(tree), time)
  return found && [found.piece.videoId, found.videoTime]
}

test('comments stay with their moments through every published cut, and return with a version', async () => {
  const begun = await publish('new', [paragraph('Before', first), paragraph('After', second)])
  const times = [1000, 30_000, 59_999, 60_000, 90_000, 119_000]
  const anchors = times.map((time) => set(begun.tree, time))
  const moments = anchors.map(({ videoId, videoTime }) => [videoId, videoTime])
  const [before = '', after = ''] = begun.tree.map(({ id }) => id)

  const edits: ((tree: ParagraphTree) => ParagraphTree)[] = [
    (tree) => insertParagraph(tree, 20_000, { id: newKey() }),
    (tree) => moveParagraph(tree, after, { parentId: null, index: 0 }),
    (tree) => insertMaterial(tree, 10_000, wholeRecording(later, 10_000), { id: newKey() }),
    (tree) => mergeIntoPrevious(tree, before),
    (tree) => moveParagraph(tree, tree.at(-1)?.id ?? '', { parentId: tree[0]?.id ?? null, index: 0 }),
  ]
  let published = begun.tree
  let carried = anchors
  for (const edit of edits) {
    const next = (await publish(begun.id, edit(published))).tree
    carried = carried.map((anchor) => carryAnchor(published, next, anchor))
    published = next
    expect(carried.map((anchor) => momentOf(published, anchor))).toEqual(moments)
    // Also directly, without being carried from one publish to the next.
    expect(anchors.map((anchor) => momentOf(published, anchor))).toEqual(moments)
  }

  // Cutting a range removes the anchors in it, and no others.
  const gone = resolveAnchor(published, carried[1] ?? set(published, 0)) ?? 0
  const cut = (await publish(begun.id, removeRange(published, gone - 500, gone + 500))).tree
  const left = carried.map((anchor) => carryAnchor(published, cut, anchor))
  expect(left.map((anchor) => momentOf(cut, anchor))).toEqual(
    moments.map((moment, index) => (index === 1 ? null : moment)),
  )

  const address = { ws: workspace.id, id: begun.id, version: '1' }
  const version = (await server.call('articleVersion.get', { params: address }, token)).ok.article
  const restored = await publish(begun.id, paragraphsFromResponse(version.paragraphs), { isKeepDraft: true })
  expect(anchors.map((anchor) => resolveAnchor(restored.tree, anchor))).toEqual(times)
  const returned = left.map((anchor) => carryAnchor(cut, restored.tree, anchor))
  expect(returned.map((anchor) => resolveAnchor(restored.tree, anchor))).toEqual(times)
})
