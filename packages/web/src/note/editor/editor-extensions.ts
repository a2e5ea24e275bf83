import type { AnyExtension, Node, NodeConfig } from '@tiptap/core'
import { Dropcursor, Gapcursor, Placeholder, Selection } from '@tiptap/extensions'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { attachmentAttributes, fileSizeLabel, noteAttachment } from '@knowreel/shared/note/note-files.ts'
import { calloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { MIN_COLUMN_WIDTH } from '@knowreel/shared/note/note-html.ts'
import { noteExtensions } from '@knowreel/shared/note/note-schema.ts'
import { BlockHandle } from './handle/block-handle.ts'
import { BlockShortcuts } from './block-shortcuts.extension.ts'
import { TrailingLine } from './caret/trailing-line.extension.ts'
import { CodeHighlighter } from './code-highlighter.ts'
import { ClosedToggles } from './boxes/closed-toggles.extension.ts'
import { contentsView } from './boxes/contents-view.ts'
import { EmbedTitles } from './embeds/embed-titles.extension.ts'
import { embedView } from './embeds/embed-view.ts'
import { toggleView } from './boxes/toggle-view.ts'
import { LongNote } from './long-note.ts'
import { imageView } from './files/image-view.ts'
import { NoteFiles } from './files/note-files.extension.ts'
import { NoteUploadsExtension } from './files/note-uploads.ts'
import { NoteLimit } from './note-limit.ts'
import { NotePaste } from './paste/note-paste.ts'
import { collaborationExtensions } from './sync/collaboration-extensions.ts'
import { GuardedKeys } from './guarded-keys.extension.ts'
import { withSafePaste } from './tables/table-paste.ts'
import { UnmarkedNodes } from './unmarked-nodes.ts'
import {
  LinkKey,
  type FindPeople,
  type EditorPanel,
  type SuggestStore,
  Suggestions,
  emojiKind,
  peopleKind,
} from '../../writing/index.ts'
import { slashCommandKind, type AiContext } from './suggest/slash-commands.ts'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import * as texts from './texts.ts'

type EditorDependencies = {
  /** The article whose files are displayed and uploaded. */
  articleId: string
  document: Doc
  awareness: Awareness
  suggest: SuggestStore
  findPeople: FindPeople
  onOpenPanel: (panel: EditorPanel) => void
  /** The abilities of the company's models. */
  getAi: () => AiContext
  /** Called to open the menu of the block at this position. */
  onOpenBlockMenu: (position: number) => void
  onLimitReached: () => void
  onEditLink: () => void
  /** For parts of the note that this version does not know. */
  opaqueExtensions: readonly AnyExtension[]
  /** This editor no longer follows the shared document; a new one must be created. */
  onStale: () => void
}

/** The note schema plus the editor's own extensions; nothing here changes what a note may contain. */
export function editorExtensions(parts: EditorDependencies): AnyExtension[] {
  return [
    ...noteExtensions.map((extension) => withEditorRendering(extension, parts.articleId)),
    ...parts.opaqueExtensions,
    ...collaborationExtensions(parts),
    UnmarkedNodes,
    TrailingLine,
    ClosedToggles,
    Placeholder.configure({ placeholder: ({ node }) => placeholders[node.type.name] ?? '' }),
    Dropcursor.configure({ color: false, class: 'note-drop-line', width: 2 }),
    Gapcursor,
    // Keeps the selected text of a link highlighted while its URL is typed.
    Selection.configure({ className: 'note-held' }),
    BlockHandle.configure({ onMenu: parts.onOpenBlockMenu }),
    BlockShortcuts.configure({ onMenu: parts.onOpenBlockMenu }),
    CodeHighlighter,
    LongNote,
    GuardedKeys,
    NoteFiles,
    NoteUploadsExtension.configure({ articleId: parts.articleId }),
    NotePaste,
    EmbedTitles.configure({ articleId: parts.articleId }),
    NoteLimit.configure({ onLimitReached: parts.onLimitReached }),
    LinkKey.configure({ onEditLink: parts.onEditLink }),
    Suggestions.configure({
      store: parts.suggest,
      kinds: [slashCommandKind(parts.getAi), peopleKind(parts.findPeople), emojiKind],
      onOpenPanel: parts.onOpenPanel,
    }),
  ]
}

const placeholders: Readonly<Record<string, string>> = {
  paragraph: texts.writeOrPressForBlocks,
  heading: texts.heading,
}

/** Renders the same markup as the server's HTML, so that the editor has exactly the layout of the readable text. */
function withEditorRendering(extension: AnyExtension, articleId: string): AnyExtension {
  if (extension.name === 'image') return extension.extend({ addNodeView: () => imageView(articleId) })
  if (extension.name === 'fileAttachment') return extension.extend({ addNodeView: () => attachmentView })
  if (extension.name === 'embed') return extension.extend({ addNodeView: () => embedView })
  if (extension.name === 'toggle') return extension.extend({ addNodeView: () => toggleView })
  if (extension.name === 'tableOfContents') return extension.extend({ addNodeView: () => contentsView })
  if (extension.name === 'callout') return extension.extend({ renderHTML: renderCallout })
  if (extension.name === 'table')
    return withSafePaste(extension).configure({
      renderWrapper: true,
      resizable: true,
      cellMinWidth: MIN_COLUMN_WIDTH,
      lastColumnResizable: true,
      View: withSyncedWidths(extension.options.View),
    })
  if (extension.name === 'taskItem') {
    return withLtrCheckboxLabel(extension).configure({
      HTMLAttributes: autoDirection,
      a11y: { checkboxLabel: (_node: unknown, isChecked: boolean) => (isChecked ? texts.done : texts.toDo) },
    })
  }
  if (extension.name === 'listItem' || extension.name === 'blockquote') {
    return extension.configure({ HTMLAttributes: autoDirection })
  }
  return extension
}

/** Named for screen readers, like that of readers. */
const renderCallout: NonNullable<NodeConfig['renderHTML']> = ({ node, HTMLAttributes }) => [
  'div',
  {
    'data-type': 'callout',
    ...HTMLAttributes,
    ...autoDirection,
    role: 'note',
    'aria-label': texts.calloutKinds[calloutKind(node.attrs['kind'])],
  },
  0,
]

/** The card of an attachment; its actions are in the attachment bar. */
function attachmentView({ node }: { node: ProseMirrorNode }): NodeView {
  let shown = node
  const dom = document.createElement('div')
  const name = document.createElement('span')
  name.dataset['part'] = 'name'
  const size = document.createElement('span')
  size.dataset['part'] = 'size'
  dom.append(name, size)

  const draw = (next: ProseMirrorNode): void => {
    shown = next
    const file = noteAttachment(next.attrs)
    for (const [attribute, value] of Object.entries(attachmentAttributes(file))) {
      if (value === null) dom.removeAttribute(attribute)
      else dom.setAttribute(attribute, String(value))
    }
    name.textContent = file.name
    size.textContent = file.size === null ? '' : fileSizeLabel(file.size)
  }
  draw(node)
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false
      if (!next.eq(shown)) draw(next)
      else shown = next
      return true
    },
    ignoreMutation: () => true,
  }
}

/** List markers are placed where the text begins: right for Arabic, left for English. */
const autoDirection = { dir: 'auto' }

/** The accessible label of a task's checkbox must not affect the text direction. */
const withLtrCheckboxLabel = (taskItem: AnyExtension): AnyExtension =>
  (taskItem as Node).extend({
    addNodeView() {
      const makeView = this.parent?.()
      if (!makeView) return null
      return (props) => {
        const view = makeView(props)
        view.dom.querySelector('label')?.setAttribute('dir', 'ltr')
        return view
      }
    },
  })

/** The part of Tiptap's TableView that is used here. */
type TableView = { dom: HTMLElement; colgroup: HTMLElement; update(node: ProseMirrorNode): boolean }
type TableViewClass = new (node: ProseMirrorNode, cellMinWidth: number, view: EditorView) => TableView

/**
 * Tiptap's view only adds column widths: a width removed by an undo or a colleague would remain until the next reload.
 */
const withSyncedWidths = (View: TableViewClass): TableViewClass =>
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
