import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'

/** The part of Tiptap's TableView that is used here. */
type TableView = { dom: HTMLElement; colgroup: HTMLElement; update(node: ProseMirrorNode): boolean }
type TableViewClass = new (node: ProseMirrorNode, cellMinWidth: number, view: EditorView) => TableView

/**
 * Tiptap's view only adds column widths: a width removed by an undo or a colleague would remain until the next reload.
 */
export const withSyncedWidths = (View: TableViewClass): TableViewClass =>
  class extends View {
    override update(node: ProseMirrorNode): boolean {
      const isSame = super.update(node)
      if (isSame) removeStaleWidths(node, this.colgroup.children)
      return isSame
    }
  }

/** A column with an explicit width has no minimum width, as in the server's HTML. */
function removeStaleWidths(table: ProseMirrorNode, columns: HTMLCollection): void {
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
