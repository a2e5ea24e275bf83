/** The actions on a paragraph of the timeline, shared by mouse, menu and keys. */
import {
  mergeIntoPrevious,
  moveParagraph,
  removeParagraph,
  renameParagraph,
} from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import {
  articleDuration,
  findParagraph,
  positionsOf,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { confirmAction } from '../../../ui/dialog/dialogs.ts'
import { isSamePosition, type BlockDrop } from '../../timeline/block-drop.ts'
import * as texts from '../texts.ts'
import type { VideoEditorController } from '../video-editor-controller.ts'

export type ParagraphActions = {
  readonly rename: (id: string, title: string) => void
  readonly merge: (id: string) => void
  readonly remove: (id: string) => Promise<void>
  readonly move: (id: string, drop: Pick<BlockDrop, 'parentId' | 'index'>) => void
  /** Moves it among its siblings. */
  readonly shift: (id: string, by: 1 | -1) => void
  /** Moves it under the previous paragraph. */
  readonly nest: (id: string) => void
  /** Moves it to the first level, after its former parent. */
  readonly unnest: (id: string) => void
}

/** Undo can restore the recording, but removing all of it is usually a mistake. */
export const confirmRemoveAll = (): Promise<boolean> =>
  confirmAction({
    title: texts.removeTheWholeRecording,
    body: texts.nothingWouldBeLeftIn,
    confirmLabel: texts.remove,
    isDangerous: true,
  })

export function paragraphActions(controller: () => VideoEditorController): ParagraphActions {
  const move = (id: string, { parentId, index }: Pick<BlockDrop, 'parentId' | 'index'>) => {
    if (isSamePosition(controller().tree, id, { parentId, index, at: 0 })) return
    controller().change((tree) => moveParagraph(tree, id, { parentId, index }))
  }
  return {
    move,
    rename(id, title) {
      const before = findParagraph(controller().tree, id)?.paragraph.title
      if (title.trim() !== before) controller().change((tree) => renameParagraph(tree, id, title))
    },
    merge(id) {
      const before = nextFocusId(controller().tree, id)
      if (controller().change((tree) => mergeIntoPrevious(tree, id))) controller().select(before)
    },
    async remove(id) {
      const before = nextFocusId(controller().tree, id)
      const left = articleDuration(removeParagraph(controller().tree, id))
      if (left === 0 && !(await confirmRemoveAll())) return
      if (controller().change((tree) => removeParagraph(tree, id))) controller().select(before)
    },
    shift(id, by) {
      const position = findParagraph(controller().tree, id)
      if (position && position.index + by >= 0) move(id, { parentId: position.parentId, index: position.index + by })
    },
    nest(id) {
      const { tree } = controller()
      const position = findParagraph(tree, id)
      if (!position || position.parentId !== null) return
      const before = tree[position.index - 1]
      // No rule allows a paragraph under itself; that refusal has the right message.
      move(id, before ? { parentId: before.id, index: before.items.length } : { parentId: id, index: 0 })
    },
    unnest(id) {
      const { tree } = controller()
      const parentId = findParagraph(tree, id)?.parentId ?? null
      const parent = parentId === null ? null : findParagraph(tree, parentId)
      if (parent) move(id, { parentId: null, index: parent.index + 1 })
    },
  }
}

/** The paragraph before it, or the one after the first: where keyboard focus continues. */
function nextFocusId(tree: ParagraphTree, id: string): string | null {
  const positions = positionsOf(tree)
  const at = positions.findIndex(({ paragraph }) => paragraph.id === id)
  return (
    (positions[at - 1] ?? positions.find((position) => position.parentId !== id && position.paragraph.id !== id))
      ?.paragraph.id ?? null
  )
}
