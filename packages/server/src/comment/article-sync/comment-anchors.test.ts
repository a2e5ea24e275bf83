/**
 * Whatever is cut, moved, inserted, merged, published, discarded and restored, in any order: a comment or a reaction
 * stays on the moment of the recording it was made on, or has no position; it is never on another moment.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { paragraphsFromResponse, paragraphsToInput } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import {
  removeRange,
  insertMaterial,
  insertParagraph,
  mergeIntoPrevious,
  moveParagraph,
  moveStart,
  removeParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import {
  articleDuration,
  articleMap,
  findParagraph,
  positionsOf,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { locate, occurrences, wholeRecording } from '@knowreel/shared/video/play-map.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'

vi.setConfig({ testTimeout: 240_000 })

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const owner = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner })
const token = await server.signIn(owner, company)
const video = (duration: number) => buildVideo(db, company, { userId: owner.id, duration, main_key: 'm' })
const [first, second, third] = [await video(30_000), await video(20_000), await video(5000)]

const paragraph = (videoId: string, duration: number) => ({
  id: newKey(),
  title: 'Paragraph',
  tags: [],
  isExpanded: true,
  map: wholeRecording(videoId, duration),
  items: [],
})

type Cut = { readonly kind: number; readonly pick: number; readonly from: number; readonly length: number }
type Step =
  | ({ readonly do: 'cut' } & Cut)
  | { readonly do: 'comment' | 'react'; readonly onDraft: boolean; readonly at: number }
  | { readonly do: 'publish' | 'discard' | 'restore' }

const cut = fc.record({
  do: fc.constant('cut' as const),
  kind: fc.nat(7),
  pick: fc.nat(20),
  from: fc.nat(60_000),
  length: fc.nat(4000),
})
const say = fc.record({
  do: fc.constantFrom('comment' as const, 'react' as const),
  onDraft: fc.boolean(),
  at: fc.nat(60_000),
})
const end = fc.record({
  do: fc.constantFrom('publish' as const, 'publish' as const, 'discard' as const, 'restore' as const),
})
const steps = fc.array(
  fc.oneof({ weight: 4, arbitrary: cut }, { weight: 4, arbitrary: say }, { weight: 2, arbitrary: end }),
  {
    minLength: 8,
    maxLength: 20,
  },
)

/** Any change that the editor offers; unchanged if its rules refuse it. */
function changed(tree: ParagraphTree, { kind, pick, from, length }: Cut): ParagraphTree {
  const duration = articleDuration(tree)
  const positions = positionsOf(tree)
  const target = positions[pick % Math.max(1, positions.length)]?.paragraph.id ?? 'none'
  const time = duration === 0 ? 0 : from % duration
  const id = newKey()
  const edits: (() => ParagraphTree)[] = [
    () => insertParagraph(tree, time, { id }),
    () => mergeIntoPrevious(tree, target),
    () => moveParagraph(tree, target, { parentId: null, index: length % 5 }),
    () => moveStart(tree, target, time),
    () => removeRange(tree, time, time + 200 + length),
    () => insertMaterial(tree, time, wholeRecording(third, 5000), { id }),
    () => insertMaterial(tree, time, [{ videoId: first, in: 1000, dur: 6000 }], { id }),
    () => removeParagraph(tree, target),
  ]
  try {
    return edits[kind]?.() ?? tree
  } catch {
    return tree
  }
}

type Moment = { readonly videoId: string; readonly videoTime: number }
const momentAt = (tree: ParagraphTree, time: number): Moment | null => {
  const found = locate(articleMap(tree), time)
  return found && { videoId: found.piece.videoId, videoTime: found.videoTime }
}
const isPlayed = (tree: ParagraphTree, { videoId, videoTime }: Moment): boolean =>
  occurrences(articleMap(tree), videoId, videoTime).length > 0

async function save(id: string, body: object) {
  const whole = { title: 'Replace a meter', workspace: workspace.id, ...body }
  const { article } = (
    await server.call('article.save', { params: { id }, body: { ...whole, isPublish: true } }, token)
  ).ok
  return { id: article.id, tree: paragraphsFromResponse(article.paragraphs) }
}

type Shown = { readonly id: string; readonly tree: ParagraphTree; readonly isDraftOpen: boolean }

/** Compares every listed comment and reaction with the moment it was made on. */
async function check({ id, tree, isDraftOpen }: Shown, madeOn: ReadonlyMap<string, Moment>): Promise<number> {
  const { comments } = (await server.call('comment.list', { params: { articleId: id } }, token)).ok
  for (const { comment } of comments) {
    const moment = madeOn.get(comment.id)
    if (moment === undefined) throw new Error('A comment that nobody made')
    expect(comment.anchor).toMatchObject(moment)
    if (isPlayed(tree, moment)) expect(momentAt(tree, comment.timestamp)).toEqual(moment)
    else expect(comment.timestamp).toBe(0)
  }
  const { reactions } = (await server.call('reaction.list', { params: { id } }, token)).ok
  for (const { id: reactionId, paragraphId, time, videoId, videoTime } of reactions) {
    const moment = madeOn.get(reactionId)
    expect({ videoId, videoTime }).toEqual(moment)
    const position = findParagraph(tree, paragraphId)
    if (moment !== undefined && isPlayed(tree, moment))
      expect(position && momentAt([{ ...position.paragraph, items: [] }], time)).toEqual(moment)
    else expect(isDraftOpen, 'readers are shown what is played').toBe(true)
  }
  return comments.length
}

async function walk(plan: readonly Step[]): Promise<void> {
  const begun = await save('new', {
    paragraphs: paragraphsToInput([paragraph(first, 30_000), paragraph(second, 20_000)]),
  })
  const articleId = begun.id
  let published = begun.tree
  let draft: { readonly id: string; readonly tree: ParagraphTree } | null = null
  const madeOn = new Map<string, Moment>()
  let said = 0

  for (const step of plan) {
    if (step.do === 'cut') {
      const tree: ParagraphTree = changed(draft?.tree ?? published, step)
      if (articleDuration(tree) === 0) continue
      const id: string = draft?.id ?? articleId
      const body = { paragraphs: paragraphsToInput(tree) }
      const { article } = (await server.call('article.saveDraft', { params: { id }, body }, token)).ok
      draft = { id: article.id, tree: paragraphsFromResponse(article.paragraphs) }
    } else if (step.do === 'comment' || step.do === 'react') {
      const on: { readonly id: string; readonly tree: ParagraphTree } =
        step.onDraft && draft !== null ? draft : { id: articleId, tree: published }
      const time = step.at % articleDuration(on.tree)
      const moment = momentAt(on.tree, time)
      if (moment === null) throw new Error('There is nothing there')
      if (step.do === 'comment') {
        const body = { newComment: { content: '<p>Here</p>', timestamp: time } }
        const { articleComment } = (await server.call('comment.create', { params: { articleId: on.id }, body }, token))
          .ok
        madeOn.set(articleComment.id, moment)
        said += 1
      } else {
        const position = positionsOf(on.tree).find(({ start, end: until }) => start <= time && time < until)
        const body = {
          icon: '👍' as const,
          paragraphId: position?.paragraph.id ?? '',
          time: time - (position?.start ?? 0),
        }
        const { reaction } = (await server.call('reaction.create', { params: { id: on.id }, body }, token)).ok
        madeOn.set(reaction.id, moment)
      }
    } else if (step.do === 'restore') {
      const versions = (
        await server.call('articleVersion.list', { params: { ws: workspace.id, id: articleId } }, token)
      ).ok
      const [version] = versions.versions
      if (version === undefined) continue
      const params = { ws: workspace.id, id: articleId, version: String(version.version) }
      const { paragraphs } = (await server.call('articleVersion.get', { params }, token)).ok.article
      published = (await save(articleId, { paragraphs, isKeepDraft: true })).tree
      const left = await server.call('article.get', { params: { id: articleId } }, token)
      if (left.ok.article.draft === null) draft = null
    } else if (draft !== null) {
      if (step.do === 'publish') published = (await save(draft.id, {})).tree
      else await server.call('draft.discard', { params: { id: draft.id }, body: {} }, token)
      draft = null
    }
    // No comment is lost.
    const readers: Shown = { id: articleId, tree: published, isDraftOpen: false }
    expect(await check(draft === null ? readers : { ...draft, isDraftOpen: true }, madeOn)).toBe(said)
    await check(readers, madeOn)
  }
}

test('comments and reactions stay on their moments, and no comment is lost', async () => {
  await fc.assert(fc.asyncProperty(steps, walk), { numRuns: isSoak ? 50 : 3 })
})
