import { Fragment, Slice, type Node } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'

/**
 * Gives the transaction's document this content by replacing only the differences, so that unchanged parts keep their
 * positions, nodes and rendering. Identical block objects are skipped.
 */
export function patchContent(transaction: Transaction, content: Fragment): void {
  for (const { from, to, nodes } of diffFragments(transaction.doc.content, content, 0).toReversed()) {
    transaction.step(new ReplaceStep(from, to, new Slice(nodes, 0, 0)))
  }
}

type Change = { readonly from: number; readonly to: number; readonly nodes: Fragment }

/** From front to back, as positions of the former content, which starts at `start`. */
function diffFragments(former: Fragment, next: Fragment, start: number): Change[] {
  if (former.childCount === next.childCount) {
    let position = start
    return former.content.flatMap((node, index) => {
      const pos = position
      position += node.nodeSize
      const other = next.child(index)
      return isEqualNode(node, other) ? [] : diffNodes(node, other, pos)
    })
  }
  let first = 0
  while (first < Math.min(former.childCount, next.childCount) && isEqualNode(former.child(first), next.child(first)))
    first += 1
  let behind = 0
  const most = Math.min(former.childCount, next.childCount) - first
  while (behind < most && isEqualNode(childFromEnd(former, behind), childFromEnd(next, behind))) behind += 1
  const from = start + childrenSize(former, 0, first)
  const to = from + childrenSize(former, first, former.childCount - behind)
  return [{ from, to, nodes: Fragment.from(next.content.slice(first, next.childCount - behind)) }]
}

function diffNodes(node: Node, other: Node, pos: number): Change[] {
  if (node.isLeaf || !node.sameMarkup(other)) {
    return [{ from: pos, to: pos + node.nodeSize, nodes: Fragment.from(other) }]
  }
  return node.inlineContent
    ? [diffText(node.content, other.content, pos + 1)]
    : diffFragments(node.content, other.content, pos + 1)
}

/** Inline nodes have no content, so any two positions between them enclose whole nodes. */
function diffText(former: Fragment, next: Fragment, start: number): Change {
  const from = former.findDiffStart(next) ?? 0
  const end = former.findDiffEnd(next) ?? { a: former.size, b: next.size }
  // In "aa" → "aaa" the common prefix and suffix overlap.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  return { from: start + from, to: start + end.a + overlap, nodes: next.cut(from, end.b + overlap) }
}

const isEqualNode = (node: Node, other: Node): boolean => node === other || node.eq(other)
const childFromEnd = (fragment: Fragment, index: number): Node => fragment.child(fragment.childCount - 1 - index)
const childrenSize = (fragment: Fragment, from: number, to: number): number =>
  fragment.content.slice(from, to).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
