import { expect, it, vi } from 'vitest'
import { paragraph, piece } from '@knowreel/shared/video/paragraph/paragraph-tree.fixture.ts'
import { articleDuration, positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphActions } from './paragraph-actions.ts'
import type { VideoEditorController } from '../video-editor-controller.ts'

/** A fake that applies changes immediately and records refusals. */
function openActions(first: ParagraphTree) {
  const said: string[] = []
  const changes = vi.fn<() => void>()
  let tree = first
  let selectedId: string | null = null
  const controller = (): VideoEditorController => ({
    tree,
    duration: articleDuration(tree),
    videos: [],
    addVideo: () => undefined,
    playback: {} as VideoEditorController['playback'],
    selectedId,
    select: (id) => (selectedId = id),
    seek: () => undefined,
    change(rule) {
      try {
        tree = rule(tree)
        changes()
        return true
      } catch (error) {
        said.push(error instanceof Error ? error.message : '')
        return false
      }
    },
    undo: null,
    redo: null,
    trim: null,
    setTrim: () => undefined,
    proposal: null,
    setProposal: () => undefined,
    proposedBlocks: [],
    setProposedBlocks: () => undefined,
  })
  const ids = () => positionsOf(tree).map(({ paragraph: { id }, parentId }) => (parentId ? `${parentId}/${id}` : id))
  return { actions: paragraphActions(controller), ids, said, changes, selected: () => selectedId }
}

const three = () => ['A', 'B', 'C'].map((id, index) => paragraph(id, [piece('v1', index * 5000, 5000)]))

it('a paragraph moves under the previous one and out again', () => {
  const { actions, ids } = openActions(three())
  actions.nest('B')
  expect(ids()).toEqual(['A', 'A/B', 'C'])
  actions.unnest('B')
  expect(ids()).toEqual(['A', 'B', 'C'])
})

it('nesting the first paragraph or one with sub-paragraphs shows the reason for the refusal', () => {
  const { actions, said } = openActions(three())
  actions.nest('A')
  actions.nest('C')
  actions.nest('B')
  expect(said).toEqual(['You can not move paragraph in this way', 'Only two levels allowed'])
})

it('an action without effect saves nothing', () => {
  const { actions, changes } = openActions(three())
  actions.shift('A', -1)
  actions.move('B', { parentId: null, index: 1 })
  actions.rename('C', ' Title of C ')
  expect(changes).not.toHaveBeenCalled()
})

it('the neighbour of a joined or deleted paragraph is selected', async () => {
  const { actions, ids, selected } = openActions(three())
  actions.merge('C')
  expect([ids(), selected()]).toEqual([['A', 'B'], 'B'])
  await actions.remove('A')
  expect([ids(), selected()]).toEqual([['B'], 'B'])
})
