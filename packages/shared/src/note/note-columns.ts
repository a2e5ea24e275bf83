import { Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { columnLayout, type ColumnLayout } from './note-formats.ts'

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    columns: {
      insertColumns: (layout: ColumnLayout) => ReturnType
      setColumnLayout: (layout: ColumnLayout) => ReturnType
      /** Stacks the content of the columns vertically. */
      removeColumns: () => ReturnType
    }
  }
}

/**
 * Adjacent blocks. Two are created, but concurrent edits may produce another number, and such a note must stay
 * readable, so any number is allowed.
 */
export const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column+',
  isolating: true,
  defining: true,

  addAttributes: () => ({
    layout: {
      default: 'two-column',
      parseHTML: (element: HTMLElement) => columnLayout(element.getAttribute('data-layout')),
      renderHTML: ({ layout }) => ({ 'data-layout': columnLayout(layout) }),
    },
  }),

  parseHTML: () => [{ tag: 'div[data-type=columns]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { 'data-type': 'columns', ...HTMLAttributes }, 0],

  addCommands() {
    const { name } = this
    return {
      insertColumns:
        (layout) =>
        ({ chain, state }) => {
          const column = { type: 'column', content: [{ type: 'paragraph' }] }
          const { from } = state.selection
          return chain()
            .insertContent({ type: name, attrs: { layout }, content: [column, column] })
            .command(({ tr }) => {
              // The caret goes into the first column, wherever the columns were inserted.
              let caret: number | null = null
              tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, position) => {
                if (caret === null && node.type.name === name && position >= from - 1) caret = position + 3
                return caret === null
              })
              if (caret !== null) tr.setSelection(TextSelection.near(tr.doc.resolve(caret)))
              return true
            })
            .run()
        },
      setColumnLayout:
        (layout) =>
        ({ commands }) =>
          commands.updateAttributes(name, { layout: columnLayout(layout) }),
      removeColumns:
        () =>
        ({ state, tr, dispatch }) => {
          const { $from } = state.selection
          for (let depth = $from.depth; depth > 0; depth -= 1) {
            const node = $from.node(depth)
            if (node.type.name !== name) continue
            const blocks = node.children.flatMap((column) => [...column.children])
            if (dispatch) tr.replaceWith($from.before(depth), $from.after(depth), blocks)
            return true
          }
          return false
        },
    }
  },
})

export const Column = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-type=column]' }],
  renderHTML: () => ['div', { 'data-type': 'column' }, 0],
})
