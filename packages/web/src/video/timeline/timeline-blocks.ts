/** The paragraphs as blocks in two rows. Pure. */
import { moveStart } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import {
  findParagraph,
  positionsOf,
  type Paragraph,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

export type TimelineBlock = {
  readonly paragraph: Paragraph
  readonly parentId: string | null
  readonly level: 1 | 2
  readonly start: Ms
  /** On the first level, it includes all sub-paragraphs. */
  readonly end: Ms
  /** The paragraph that starts where this block ends: moving its start moves this end. */
  readonly nextId: string | null
}

const blockCache = new WeakMap<ParagraphTree, readonly TimelineBlock[]>()

/** In playing order. */
export function timelineBlocks(tree: ParagraphTree): readonly TimelineBlock[] {
  const found = blockCache.get(tree)
  if (found) return found
  const positions = positionsOf(tree)
  const blocks = positions.map(({ paragraph, parentId, start }, index): TimelineBlock => {
    const last = index + (parentId === null ? paragraph.items.length : 0)
    const end = positions[last]?.end ?? start
    const nextId = positions[last + 1]?.paragraph.id ?? null
    return { paragraph, parentId, level: parentId === null ? 1 : 2, start, end, nextId }
  })
  blockCache.set(tree, blocks)
  return blocks
}

/**
 * Moves the start of a paragraph by one step, for keys. A step that snaps back because a cut of the recording is too
 * near grows until it passes that cut; returns the same tree if no step does.
 */
export function nudgeStart(tree: ParagraphTree, id: string, by: Ms): ParagraphTree {
  const start = findParagraph(tree, id)?.start ?? 0
  for (let step = by; Math.abs(step) <= Math.abs(by) + 500; step += Math.sign(by) * 100) {
    const moved = moveStart(tree, id, start + step)
    if (findParagraph(moved, id)?.start !== start) return moved
  }
  return tree
}
