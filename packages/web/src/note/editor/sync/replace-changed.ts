import { Fragment, Slice, type Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

/**
 * Gives the transaction's document this content by replacing only the differences, so that unchanged parts keep their
 * positions, nodes and rendering. Identical block objects are skipped.
 */
export function replaceChanged(transaction: Transaction, content: Fragment): void {
  for (const { from, to, nodes } of changesBetween(transaction.doc.content, content, 0).toReversed()) {
    transaction.step(new ReplaceStep(from, to, new Slice(nodes, 0, 0)))
  }
}

type Change = { readonly from: number; readonly to: number; readonly nodes: Fragment }

/** From front to back, as positions of the former content, which starts at `start`. */
function changesBetween(former: Fragment, next: Fragment, start: number): Change[] {
  if (former.childCount === next.childCount) {
    let position = start
    return former.content.flatMap((node, index) => {
      const place = position
      position += node.nodeSize
      const other = next.child(index)
      return isSame(node, other) ? [] : changesOf(node, other, place)
    })
  }
  let first = 0
  while (first < Math.min(former.childCount, next.childCount) && isSame(former.child(first), next.child(first)))
    first += 1
  let behind = 0
  const most = Math.min(former.childCount, next.childCount) - first
  while (behind < most && isSame(fromEnd(former, behind), fromEnd(next, behind))) behind += 1
  const from = start + sizeOf(former, 0, first)
  const to = from + sizeOf(former, first, former.childCount - behind)
  return [{ from, to, nodes: Fragment.from(next.content.slice(first, next.childCount - behind)) }]
}

function changesOf(node: Node, other: Node, place: number): Change[] {
  if (node.isLeaf || !node.sameMarkup(other)) {
    return [{ from: place, to: place + node.nodeSize, nodes: Fragment.from(other) }]
  }
  return node.inlineContent
    ? [changedText(node.content, other.content, place + 1)]
    : changesBetween(node.content, other.content, place + 1)
}

/** Inline nodes have no content, so any two positions between them enclose whole nodes. */
function changedText(former: Fragment, next: Fragment, start: number): Change {
  const from = former.findDiffStart(next) ?? 0
  const end = former.findDiffEnd(next) ?? { a: former.size, b: next.size }
  // In "aa" → "aaa" the common prefix and suffix overlap.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  return { from: start + from, to: start + end.a + overlap, nodes: next.cut(from, end.b + overlap) }
}

const isSame = (node: Node, other: Node): boolean => node === other || node.eq(other)
const fromEnd = (fragment: Fragment, index: number): Node => fragment.child(fragment.childCount - 1 - index)
const sizeOf = (fragment: Fragment, from: number, to: number): number =>
  fragment.content.slice(from, to).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
