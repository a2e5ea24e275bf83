import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'

/** What is used here of Tiptap's view of a table. */
type TableView = { dom: HTMLElement; colgroup: HTMLElement; update(node: ProseMirrorNode): boolean }
type TableViewClass = new (node: ProseMirrorNode, cellMinWidth: number, view: EditorView) => TableView

/** Tiptap's view only ever adds widths to columns: what an undo or a colleague took away would stand until the next reload. */
export const withTrueWidths = (View: TableViewClass): TableViewClass =>
  class extends View {
    override update(node: ProseMirrorNode): boolean {
      const isSame = super.update(node)
      if (isSame) dropFormerWidths(node, this.colgroup.children)
      return isSame
    }
  }

/** With a width of its own a column has no least one, as in the server's HTML. */
function dropFormerWidths(table: ProseMirrorNode, columns: HTMLCollection): void {
  const widths = (table.firstChild?.children ?? []).flatMap(({ attrs }) =>
    Array.from({ length: Number(attrs['colspan']) }, (_, index) => Number(attrs['colwidth']?.[index] ?? 0)),
  )
  for (const [index, width] of widths.entries()) {
    const column = columns[index]
    if (!(column instanceof HTMLElement)) continue
    if (width === 0 && column.style.width !== '') column.style.width = ''
    if (width > 0 && column.style.minWidth !== '') column.style.minWidth = ''
  }
}
