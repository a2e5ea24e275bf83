import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'

/**
 * A table cannot be edited well inside a cell. A table pasted alone into a cell becomes rows of that table, which
 * prosemirror-tables does; together with other content it becomes lines of text.
 */
export function withoutNestedTables(slice: Slice, { state }: Pick<EditorView, 'state'>): Slice {
  const { $from } = state.selection
  const isInCell = Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(isCell)
  if (!isInCell) return slice
  if (!areRows(slice)) return containsTable(slice.content) ? Slice.maxOpen(withTablesAsLines(slice.content)) : slice
  const inCells = (content: Fragment): Fragment =>
    mapNodes(content, (node) => (isCell(node) ? withTablesAsLines(node.content) : inCells(node.content)))
  return new Slice(inCells(slice.content), slice.openStart, slice.openEnd)
}

const roleOf = ({ type }: Node): unknown => type.spec['tableRole']
const isCell = (node: Node): boolean => roleOf(node) === 'cell' || roleOf(node) === 'header_cell'

/** One table, or rows or cells of one, and nothing else. */
function areRows({ content }: Slice): boolean {
  const roles = content.content.map(roleOf)
  return roles.length > 0 && roles.every((role) => role !== undefined && (role !== 'table' || roles.length === 1))
}

function containsTable(content: Fragment): boolean {
  let isFound = false
  content.descendants((node) => {
    isFound ||= roleOf(node) === 'table'
    return !isFound
  })
  return isFound
}

const mapNodes = (content: Fragment, change: (node: Node) => Fragment): Fragment =>
  Fragment.from(content.content.map((node) => (node.isLeaf ? node : node.copy(change(node)))))

function withTablesAsLines(content: Fragment): Fragment {
  return Fragment.from(
    content.content.flatMap((node): Node[] => {
      if (roleOf(node) === 'table') return node.children.map(rowAsLine)
      return [node.isLeaf || node.isTextblock ? node : node.copy(withTablesAsLines(node.content))]
    }),
  )
}

function rowAsLine(row: Node): Node {
  const { schema } = row.type
  const words = row.children.map((cell) => cell.textBetween(0, cell.content.size, ' ', ' ')).join(' | ')
  return schema.node('paragraph', null, words === '' ? [] : [schema.text(words)])
}
