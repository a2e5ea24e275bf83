import { Extension } from '@tiptap/core'
import { DOMParser as NoteParser, Slice, type ResolvedPos } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { noteMarkdownRenderer } from '@knowreel/shared/import-export/markdown-renderer.ts'
import { isLanguageName } from '@knowreel/shared/note/note-html.ts'
import { pasteEmbed } from '../embeds/insert-embed.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import { loadWithRetry } from '../../../platform/load-with-retry.ts'
import { isFromNoteEditor, createMarkedSerializer } from './own-clipboard.ts'
import { withoutNestedTables } from './tables-in-cells.ts'

type MarkdownToHtml = (markdown: string) => string

/** Pages, documents and Markdown are pasted as formatted blocks; with Shift as plain text. */
export const NotePaste = Extension.create({
  name: 'notePaste',

  addProseMirrorPlugins() {
    let toHtml: MarkdownToHtml | null = null
    void loadWithRetry(() => import('marked')).then(({ Marked }) => {
      const reader = new Marked({ gfm: true, renderer: noteMarkdownRenderer })
      toHtml = (markdown) => reader.parse(markdown, { async: false })
    })
    /** Known before the paste is handled. */
    let isPastedAsText = false
    return [
      new Plugin({
        key: new PluginKey('notePaste'),
        props: {
          transformPastedHTML: (html) => {
            if (isFromNoteEditor(html)) return html
            const { body } = new DOMParser().parseFromString(html, 'text/html')
            cleanPastedHtml(body)
            return body.innerHTML
          },
          transformPasted: withoutNestedTables,
          clipboardSerializer: createMarkedSerializer(this.editor.schema),
          clipboardTextParser: (text, $context, isPlain, view) => {
            isPastedAsText = isPlain
            return !isPlain && toHtml && looksLikeMarkdown(text) ? markdownSlice(toHtml(text), $context, view) : noSlice
          },
          handlePaste: (view, { clipboardData }) => {
            const isText = isPastedAsText
            isPastedAsText = false
            if (!clipboardData) return false
            if (!isText && pasteEmbed(view, clipboardData)) return true
            return pasteCode(view, clipboardData) || pasteText(view, clipboardData, toHtml)
          },
        },
      }),
    ]
  },
})

/** Returning nothing makes ProseMirror parse the plain text itself; its types do not declare this. */
const noSlice = undefined as unknown as Slice

/** Handled like pasted HTML, so that its images are uploaded too. */
function markdownSlice(markup: string, $context: ResolvedPos, view: EditorView): Slice {
  let html = markup
  view.someProp('transformPastedHTML', (transform) => {
    html = transform(html, view)
  })
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return Slice.maxOpen(NoteParser.fromSchema(view.state.schema).parseSlice(body, { context: $context }).content)
}

/** Lines from a code editor become a code block in their language; prose becomes text. */
function pasteCode(view: EditorView, data: DataTransfer): boolean {
  const origin = data.getData('vscode-editor-data')
  const mode = origin === '' ? null : languageMode(origin)
  const code = data.getData('text/plain').replaceAll('\r\n', '\n')
  const { schema, selection } = view.state
  const type = schema.nodes['codeBlock']
  if (origin === '' || !type || !code.trim().includes('\n') || isInCode(selection.$from)) return false
  if (mode !== null && proseModes.has(mode)) return false
  const block = type.create({ language: mode }, schema.text(code.replace(/\n$/, '')))
  view.dispatch(view.state.tr.replaceSelectionWith(block).setMeta('paste', true).scrollIntoView())
  return true
}

const proseModes: ReadonlySet<string> = new Set(['markdown', 'plaintext'])

const isInCode = ($pos: ResolvedPos): boolean => $pos.parent.type.spec.code === true

function languageMode(origin: string): string | null {
  try {
    const { mode } = JSON.parse(origin) as { mode?: unknown }
    return isLanguageName(mode) ? mode : null
  } catch {
    return null
  }
}

/** Text selected on a raw text page or in a code editor comes with HTML that adds no information. */
function pasteText(view: EditorView, data: DataTransfer, toHtml: MarkdownToHtml | null): boolean {
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (html === '' || isInCode(view.state.selection.$from)) return false
  if (toHtml && looksLikeMarkdown(text) && (isProse(data) || isPreformattedText(html)))
    return view.pasteHTML(toHtml(text))
  return isProse(data) && view.pasteText(text)
}

const isProse = (data: DataTransfer): boolean => proseModes.has(languageMode(data.getData('vscode-editor-data')) ?? '')

/** A single element that contains only text with significant line breaks. */
function isPreformattedText(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const [frame, ...others] = body.querySelectorAll('*:not(meta)')
  if (!frame || others.length > 0) return false
  return frame.localName === 'pre' || /white-space:\s*pre/i.test(frame.getAttribute('style') ?? '')
}

const markdownPatterns: readonly RegExp[] = [
  // A fence, a task, or the delimiter row of a table.
  /^ {0,3}(?:```|~~~)/m,
  /^\s*[-*+] \[[ xX]\] \S/m,
  /^ {0,3}\|?(?: *:?-{2,}:? *\|)+ *:?-*:? *\|? *$/m,
  // A heading that stands alone: in settings files "#" begins a remark on the next line.
  /(?:^|\n\s*\n)#{1,6} \S[^\n]*(?:\n\s*(?:\n|$)|$)/,
  // Two items in a row.
  /^(?:[-*+] \S[^\n]*\n\s*){2}|^[-*+] \S[^\n]*\n+[-*+] \S/m,
  /^1[.)] \S[^\n]*\n+2[.)] \S/m,
  /^> \S/m,
  /^(?:<details>|\[TOC\])\s*$/m,
  // Words in bold, and a link.
  /(?:^|[\s(])\*\*\S[^*\n]*\*\*/m,
  /\[[^\]\n]+\]\((?:https?:\/\/|mailto:|\/)[^)\s]*\)/,
]

/** Whether plain text was meant as Markdown: one sure sign is enough, a lone "#" or "-" is none. */
export const looksLikeMarkdown = (text: string): boolean => markdownPatterns.some((sign) => sign.test(text))
