import { Extension } from '@tiptap/core'
import { DOMParser as NoteParser, Slice, type ResolvedPos } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isLanguageName } from '@knowreel/shared/note/note-html.ts'
import { cleanPasted } from './clean-pasted.ts'
import { looksLikeMarkdown } from './markdown-signs.ts'
import { untilLoaded } from '../../../platform/until-loaded.ts'

type ToHtml = (markdown: string) => string

/** What the editor itself put into the clipboard says so, and is whole. */
const isOurs = (html: string): boolean => html.includes('data-pm-slice')

/** Pages, documents and Markdown come in as the blocks they mean; with Shift they come in as the text they are. */
export const NotePaste = Extension.create({
  name: 'notePaste',

  addProseMirrorPlugins() {
    let toHtml: ToHtml | null = null
    void untilLoaded(() => import('marked')).then(({ marked }) => {
      toHtml = (markdown) => marked.parse(markdown, { async: false, gfm: true })
    })
    return [
      new Plugin({
        key: new PluginKey('notePaste'),
        props: {
          transformPastedHTML: (html) => {
            if (isOurs(html)) return html
            const { body } = new DOMParser().parseFromString(html, 'text/html')
            cleanPasted(body)
            return body.innerHTML
          },
          clipboardTextParser: (text, $context, isPlain, view) =>
            !isPlain && toHtml && looksLikeMarkdown(text) ? markdownSlice(toHtml(text), $context, view) : noSlice,
          handlePaste: (view, event) => pasteCode(view, event.clipboardData),
        },
      }),
    ]
  },
})

/** Nothing of ours: the editor goes on with the text as it is. Its types do not know that it asks so. */
const noSlice = undefined as unknown as Slice

/** It goes the way of pasted pages, so that its pictures are brought along too. */
function markdownSlice(markup: string, $context: ResolvedPos, view: EditorView): Slice {
  let html = markup
  view.someProp('transformPastedHTML', (transform) => {
    html = transform(html, view)
  })
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return Slice.maxOpen(NoteParser.fromSchema(view.state.schema).parseSlice(body, { context: $context }).content)
}

/** Lines from a code editor are a code block in its language. */
function pasteCode(view: EditorView, data: DataTransfer | null): boolean {
  const origin = data?.getData('vscode-editor-data')
  const code = data?.getData('text/plain').replaceAll('\r\n', '\n') ?? ''
  const { schema, selection } = view.state
  const type = schema.nodes['codeBlock']
  if (!origin || !type || !code.trim().includes('\n') || selection.$from.parent.type === type) return false
  const block = type.create({ language: languageOf(origin) }, schema.text(code.replace(/\n$/, '')))
  view.dispatch(view.state.tr.replaceSelectionWith(block).scrollIntoView())
  return true
}

function languageOf(origin: string): string | null {
  try {
    const { mode } = JSON.parse(origin) as { mode?: unknown }
    return isLanguageName(mode) && mode !== 'plaintext' ? mode : null
  } catch {
    return null
  }
}
