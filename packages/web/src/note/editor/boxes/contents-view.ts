import type { Editor, NodeViewRendererProps } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import type { NodeView } from '@tiptap/pm/view'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { headingAnchor } from '@knowreel/shared/note/note-html.ts'
import { type NoteHeading, noteHeadings } from '@knowreel/shared/note/note-text.ts'
import { loadWithRetry } from '../../../platform/load-with-retry.ts'
import { openTogglesAround } from '../../../writing/index.ts'
import * as texts from '../texts.ts'

/** Milliseconds after the last change, so that typing never waits for the list. */
const redrawDelayMs = 150

/** The list of headings, with the markup of the readable text. */
export function contentsView({ editor, node, getPos, view }: NodeViewRendererProps): NodeView {
  const dom = document.createElement('nav')
  dom.dataset['type'] = node.type.name
  dom.ariaLabel = texts.tableOfContents
  dom.contentEditable = 'false'
  let shown: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = (): void => {
    const { first, headings } = readHeadings(editor.state.doc)
    const isFirst = getPos() === first
    const next = JSON.stringify([isFirst, headings])
    if (next === shown) return
    shown = next
    if (!isFirst) dom.replaceChildren(texts.headingsAreListedAbove)
    else if (headings.length === 0) dom.replaceChildren(texts.headingsAppearHere)
    else dom.replaceChildren(...headings.map(linkTo))
  }
  const follow = ({ transaction }: { transaction: Transaction }): void => {
    if (!transaction.docChanged) return
    clearTimeout(timer)
    timer = setTimeout(draw, redrawDelayMs)
  }
  draw()
  const end = new AbortController()
  // As readers load it: a static import would put it into a file with the editor, which they would load as well.
  void loadWithRetry(() => import('../../contents.ts')).then(({ followCurrentHeading }) => {
    if (!end.signal.aborted) followCurrentHeading(view.dom, dom, end.signal)
  })
  editor.on('transaction', follow)
  dom.addEventListener('click', (event) => {
    const link = linkOf(event.target)
    if (!link) return
    event.preventDefault()
    goToHeading(editor, link.dataset['heading'] ?? '')
  })
  return {
    dom,
    update: (next) => next.type === node.type,
    stopEvent: ({ target }) => linkOf(target) !== null,
    ignoreMutation: () => true,
    destroy() {
      end.abort()
      clearTimeout(timer)
      editor.off('transaction', follow)
    },
  }
}

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest('a') : null

type Contents = {
  /** Position of the list that shows them. */
  readonly first: number | null
  readonly headings: readonly NoteHeading[]
}

/** Read once per state of the note, however many lists it has. */
const contentsByDocument = new WeakMap<ProseMirrorNode, Contents>()

function readHeadings(doc: ProseMirrorNode): Contents {
  const known = contentsByDocument.get(doc)
  if (known) return known
  const content: NoteNode[] = []
  let first: number | null = null
  doc.descendants((node, position) => {
    if (node.type.name === 'heading') content.push(node.toJSON() as NoteNode)
    if (node.type.name === 'tableOfContents') first ??= position
    return !node.isTextblock
  })
  const contents = { first, headings: noteHeadings({ type: 'doc', content }) }
  contentsByDocument.set(doc, contents)
  return contents
}

function linkTo({ key, level, text }: NoteHeading): HTMLElement {
  const link = document.createElement('a')
  link.href = `#${headingAnchor(key)}`
  link.dataset['level'] = String(level)
  link.dataset['heading'] = key
  link.textContent = text
  return link
}

function goToHeading(editor: Editor, key: string): void {
  let position: number | null = null
  editor.state.doc.descendants((node, at) => {
    if (node.attrs['key'] === key) position ??= at
    return position === null && !node.isTextblock
  })
  if (position === null) return
  editor
    .chain()
    .setTextSelection(position + 1)
    .focus(undefined, { scrollIntoView: false })
    .run()
  const heading = editor.view.nodeDOM(position)
  if (!(heading instanceof HTMLElement)) return
  openTogglesAround(heading)
  heading.scrollIntoView({ block: 'start' })
}
