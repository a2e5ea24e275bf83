/** What can be done to one paragraph from the timeline, by mouse, menu and keys alike. */
import {
  mergeIntoPrevious,
  moveParagraph,
  removeParagraph,
  renameParagraph,
} from '@knowreel/shared/video/paragraph-tree.rules.ts'
import { articleDuration, findParagraph, placesOf, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import { confirmAction } from '../../ui/dialogs.ts'
import { isSamePlace, type BlockDrop } from '../timeline/block-drop.ts'
import type { VideoDesk } from './video-desk.ts'

export type ParagraphActions = {
  readonly rename: (id: string, title: string) => void
  readonly merge: (id: string) => void
  readonly remove: (id: string) => Promise<void>
  readonly move: (id: string, drop: Pick<BlockDrop, 'parentId' | 'index'>) => void
  /** Among its siblings. */
  readonly shift: (id: string, by: 1 | -1) => void
  /** Under the paragraph before it. */
  readonly nest: (id: string) => void
  /** Out to the first level, behind what it was under. */
  readonly unnest: (id: string) => void
}

/** Undo brings a recording back, but who removes all of it has mostly slipped. */
export const confirmRemovingAll = (): Promise<boolean> =>
  confirmAction({
    title: 'Remove the whole recording?',
    body: 'Nothing of it would be left in this article.',
    confirmLabel: 'Remove',
    isDangerous: true,
  })

export function paragraphActions(desk: () => VideoDesk): ParagraphActions {
  const move = (id: string, { parentId, index }: Pick<BlockDrop, 'parentId' | 'index'>) => {
    if (isSamePlace(desk().tree, id, { parentId, index, at: 0 })) return
    desk().change((tree) => moveParagraph(tree, id, { parentId, index }))
  }
  return {
    move,
    rename(id, title) {
      const before = findParagraph(desk().tree, id)?.paragraph.title
      if (title.trim() !== before) desk().change((tree) => renameParagraph(tree, id, title))
    },
    merge(id) {
      const before = neighbourOf(desk().tree, id)
      if (desk().change((tree) => mergeIntoPrevious(tree, id))) desk().select(before)
    },
    async remove(id) {
      const before = neighbourOf(desk().tree, id)
      const left = articleDuration(removeParagraph(desk().tree, id))
      if (left === 0 && !(await confirmRemovingAll())) return
      if (desk().change((tree) => removeParagraph(tree, id))) desk().select(before)
    },
    shift(id, by) {
      const place = findParagraph(desk().tree, id)
      if (place && place.index + by >= 0) move(id, { parentId: place.parentId, index: place.index + by })
    },
    nest(id) {
      const { tree } = desk()
      const place = findParagraph(tree, id)
      if (!place || place.parentId !== null) return
      const before = tree[place.index - 1]
      // Under itself, which no rule allows: that has the words for it.
      move(id, before ? { parentId: before.id, index: before.items.length } : { parentId: id, index: 0 })
    },
    unnest(id) {
      const { tree } = desk()
      const parentId = findParagraph(tree, id)?.parentId ?? null
      const parent = parentId === null ? null : findParagraph(tree, parentId)
      if (parent) move(id, { parentId: null, index: parent.index + 1 })
    },
  }
}

/** The one played before, or after the first: where the keyboard goes on. */
function neighbourOf(tree: ParagraphTree, id: string): string | null {
  const places = placesOf(tree)
  const at = places.findIndex(({ paragraph }) => paragraph.id === id)
  return (
    (places[at - 1] ?? places.find((place) => place.parentId !== id && place.paragraph.id !== id))?.paragraph.id ?? null
  )
}
