// Colour, font and size of text, colour of a highlight, and alignment of a block. Only our own attributes are parsed,
// so styles of pasted pages are dropped.
import { Extension, Mark } from '@tiptap/core'
import { Highlight } from '@tiptap/extension-highlight'
import type { Node } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { noteAlignment, noteColour, noteFont, noteFontSize, noteIndent, validNoteIndent } from './note-formats.ts'

type StyleAttributes = { color?: string | null; fontFamily?: string | null; fontSize?: number | null }

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    textStyle: {
      /** Sets the given attributes; null removes one. */
      setTextStyle: (attributes: StyleAttributes) => ReturnType
    }
    blockFormats: {
      /** Null means left. */
      setAlignment: (alignment: string | null) => ReturnType
      /** One step in or out; false if the block is at its limit. */
      changeIndent: (direction: 1 | -1) => ReturnType
    }
  }
}

export const styleOf = (element: HTMLElement): StyleAttributes => ({
  color: noteColour(element.getAttribute('data-color')),
  fontFamily: noteFont(element.getAttribute('data-font')),
  fontSize: noteFontSize(Number(element.getAttribute('data-size'))),
})

export const TextStyle = Mark.create({
  name: 'textStyle',

  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => styleOf(element).color,
      renderHTML: ({ color }) => {
        const colour = noteColour(color)
        return colour === null ? {} : { 'data-color': colour, style: `--ink:${colour}` }
      },
    },
    fontFamily: {
      default: null,
      parseHTML: (element: HTMLElement) => styleOf(element).fontFamily,
      renderHTML: ({ fontFamily }) => (noteFont(fontFamily) === null ? {} : { 'data-font': fontFamily }),
    },
    fontSize: {
      default: null,
      parseHTML: (element: HTMLElement) => styleOf(element).fontSize,
      renderHTML: ({ fontSize }) => (noteFontSize(fontSize) === null ? {} : { 'data-size': fontSize }),
    },
  }),

  parseHTML() {
    return [
      {
        tag: 'span',
        getAttrs: (element) => (Object.values(styleOf(element)).some((value) => value !== null) ? {} : false),
      },
    ]
  },

  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],

  addCommands() {
    const { name } = this
    return {
      setTextStyle:
        (attributes) =>
        ({ chain, editor }) =>
          chain()
            .setMark(name, attributes)
            .command(({ tr, state }) => {
              const type = editor.schema.marks[name]
              if (!type) return false
              // A mark without attributes would stay in the note forever.
              const isEmpty = (attrs: Record<string, unknown>): boolean =>
                Object.values(attrs).every((value) => value === null)
              const stored = (tr.storedMarks ?? state.storedMarks)?.find((mark) => mark.type === type)
              if (stored && isEmpty(stored.attrs)) tr.removeStoredMark(type)
              for (const { $from, $to } of tr.selection.ranges) {
                tr.doc.nodesBetween($from.pos, $to.pos, (node, position) => {
                  const mark = type.isInSet(node.marks)
                  if (mark && isEmpty(mark.attrs)) tr.removeMark(position, position + node.nodeSize, mark)
                })
              }
              return true
            })
            .run(),
    }
  },
})

export const NoteHighlight = Highlight.extend({
  addAttributes: () => ({
    color: {
      default: null,
      parseHTML: (element: HTMLElement) => noteColour(element.getAttribute('data-color')),
      renderHTML: ({ color }) => {
        const colour = noteColour(color)
        return colour === null ? {} : { 'data-color': colour, style: `--tone:${colour}` }
      },
    },
  }),
})

export const formattedBlocks: readonly string[] = ['paragraph', 'heading']

/** Alignment and indent of paragraphs and headings; lists have their own levels. */
export const BlockFormats = Extension.create({
  name: 'blockFormats',

  addGlobalAttributes() {
    return [
      {
        types: [...formattedBlocks],
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element: HTMLElement) => noteAlignment(element.getAttribute('data-align')),
            renderHTML: ({ textAlign }) => (noteAlignment(textAlign) === null ? {} : { 'data-align': textAlign }),
          },
          indent: {
            default: null,
            parseHTML: (element: HTMLElement) => validNoteIndent(Number(element.getAttribute('data-indent'))),
            renderHTML: ({ indent }) => (validNoteIndent(indent) === null ? {} : { 'data-indent': indent }),
          },
        },
      },
    ]
  },

  addCommands() {
    return {
      setAlignment:
        (alignment) =>
        ({ tr, state, dispatch }) =>
          changeBlocks(state, (node, position) => {
            if (node.attrs['textAlign'] === noteAlignment(alignment)) return false
            if (dispatch) tr.setNodeAttribute(position, 'textAlign', noteAlignment(alignment))
            return true
          }),
      changeIndent:
        (direction) =>
        ({ tr, state, dispatch }) =>
          changeBlocks(state, (node, position) => {
            const present = validNoteIndent(node.attrs['indent']) ?? 0
            const next = Math.min(noteIndent.max, Math.max(0, present + direction * noteIndent.step))
            if (next === present) return false
            if (dispatch) tr.setNodeAttribute(position, 'indent', validNoteIndent(next))
            return true
          }),
    }
  },
})

/** Whether any block of the selection changed. */
function changeBlocks({ doc, selection }: EditorState, change: (node: Node, position: number) => boolean): boolean {
  let isChanged = false
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, position) => {
      if (formattedBlocks.includes(node.type.name)) isChanged = change(node, position) || isChanged
      return !node.isTextblock
    })
  }
  return isChanged
}
