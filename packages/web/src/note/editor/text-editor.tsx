import './editor.css'
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { type AnyExtension, Editor } from '@tiptap/core'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useFind } from '../find/use-find.tsx'
import { noteTextClass } from '../note-text.tsx'
import { blockPosition } from './block-actions.ts'
import { BlockMenu } from './block-menu.tsx'
import { CodeBar } from './code-bar.tsx'
import { ColumnsBar } from './columns-bar.tsx'
import { editorExtensions } from './editor-extensions.ts'
import { AttachmentBar } from './files/attachment-bar.tsx'
import { ImageBar } from './files/image-bar.tsx'
import { requestFile, requestImage } from './files/open-file-dialogs.ts'
import { EmojiWindow } from './panels/emoji-window.tsx'
import { TableWindow } from './panels/table-window.tsx'
import { SelectionBar } from './selection-bar.tsx'
import {
  MentionCard,
  mentionAt,
  type MentionPosition,
  searchPeople,
  createSuggestStore,
  type EditorPanel,
  SuggestList,
  waitToAsk,
} from '../../writing/index.ts'
import { LinkBar } from './link-bar.tsx'
import { TableBar } from './table-bar.tsx'
import { TouchBar } from './touch-bar.tsx'

export type TextEditorProps = {
  /** The draft that is edited. */
  articleId: string
  document: Doc
  awareness: Awareness
  /** Accessible name of the text. */
  label: string
  isEditable: boolean
  /** Moves the caret to the end once the editor is ready. */
  isFocused?: boolean
  /** For parts of the note that this version does not know. */
  opaque: readonly AnyExtension[]
  /** This editor no longer follows the shared document; a new one must be created. */
  onStale: () => void
  /** Starts a comment on the selected text. */
  onComment: () => void
  onReady: (editor: Editor) => void
  /** A typed or pasted edit would have made the note too long. */
  onLimit: () => void
}

/**
 * The editor: no box, and no bars until they are needed. React renders only what floats beside the text; ProseMirror
 * owns the text, so no key waits for a render.
 */
export function TextEditor({
  articleId,
  document,
  awareness,
  label,
  isEditable,
  isFocused,
  opaque,
  onStale,
  onComment,
  onReady,
  onLimit,
}: TextEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const [suggest] = useState(createSuggestStore)
  const [panel, setPanel] = useState<EditorPanel | null>(null)
  const [menuPosition, setMenuPosition] = useState<number | null>(null)
  const [mention, setMention] = useState<MentionPosition | null>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const isNarrow = useNarrow()
  const findBar = useFind(place, editor)
  const latest = useRef({ onReady, onLimit, onStale, isEditable, isFocused, label })
  useLayoutEffect(() => {
    latest.current = { onReady, onLimit, onStale, isEditable, isFocused, label }
  })

  useLayoutEffect(() => {
    const made = new Editor({
      element: place.current,
      editable: latest.current.isEditable,
      extensions: editorExtensions({
        articleId,
        document,
        awareness,
        suggest,
        findPeople: waitToAsk(searchPeople, peopleWaitMs),
        onPanel: (asked) => {
          if (asked === 'image') requestImage(made, articleId)
          else if (asked === 'file') requestFile(made)
          else setPanel(asked)
        },
        onBlockMenu: setMenuPosition,
        onLimit: () => latest.current.onLimit(),
        onEditLink: () => openLink(made),
        opaque,
        onStale: () => latest.current.onStale(),
      }),
      editorProps: {
        handleClick: (_view, _position, event) => {
          setMention(mentionAt(event.target))
          return false
        },
        // The bar and the notice overlap the text.
        scrollThreshold: scrollRoom,
        scrollMargin: scrollRoom,
        attributes: {
          class: noteTextClass ?? '',
          'data-editing': '',
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': latest.current.label,
          spellcheck: 'true',
        },
      },
      enableContentCheck: false,
    })
    const openLink = (target: Editor) => {
      if (target.state.selection.empty) target.commands.extendMarkRange('link')
      setLinkOpen(true)
    }
    // Offline, the text uses the fonts that are available.
    import('../note-fonts.css').catch(() => undefined)
    setEditor(made)
    latest.current.onReady(made)
    if (latest.current.isFocused) made.commands.focus('end', { scrollIntoView: false })
    return () => {
      setEditor(null)
      made.destroy()
    }
  }, [articleId, document, awareness, suggest, opaque])

  useEffect(() => {
    editor?.setEditable(isEditable, false)
  }, [editor, isEditable])

  const openLink = useCallback(
    (isOpen: boolean) => {
      if (isOpen && editor?.state.selection.empty) editor.commands.extendMarkRange('link')
      setLinkOpen(isOpen)
    },
    [editor],
  )

  const pressBelow = (event: MouseEvent) => {
    if (event.target !== event.currentTarget || !editor?.isEditable) return
    event.preventDefault()
    focusEnd(editor)
  }

  return (
    <div className="note-editor" onMouseDown={pressBelow}>
      <div ref={place} />
      {findBar}
      {mention && (
        <Suspense>
          <MentionCard position={mention} onClose={() => setMention(null)} />
        </Suspense>
      )}
      {editor && isEditable && (
        <>
          <SuggestList store={suggest} />
          {panel === 'emoji' && <EmojiWindow editor={editor} onClose={() => setPanel(null)} />}
          {panel === 'table' && <TableWindow editor={editor} onClose={() => setPanel(null)} />}
          {menuPosition !== null && (
            <BlockMenu
              key={menuPosition}
              editor={editor}
              position={menuPosition}
              onClose={() => setMenuPosition(null)}
            />
          )}
          {isNarrow ? (
            <TouchBar
              editor={editor}
              articleId={articleId}
              isLinkOpen={isLinkOpen}
              onLinkOpen={openLink}
              onComment={onComment}
              onBlockMenu={() => setMenuPosition(blockPosition(editor.state))}
            />
          ) : (
            <>
              <SelectionBar editor={editor} isLinkOpen={isLinkOpen} onLinkOpen={openLink} onComment={onComment} />
              <LinkBar editor={editor} onEdit={() => openLink(true)} />
              <TableBar editor={editor} />
              <ColumnsBar editor={editor} />
              <CodeBar editor={editor} />
              <ImageBar editor={editor} articleId={articleId} />
              <AttachmentBar editor={editor} articleId={articleId} />
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Milliseconds of debounce before searching for people. */
const peopleWaitMs = 200

const scrollRoom = { top: 120, right: 0, bottom: 72, left: 0 }

/** Clicking below the text moves the caret to its end, also behind a table or code block. */
function focusEnd(editor: Editor): void {
  const last = editor.state.doc.lastChild
  const isParagraph = last?.type.name === 'paragraph'
  if (isParagraph) editor.commands.focus('end')
  else editor.chain().insertContentAt(editor.state.doc.content.size, { type: 'paragraph' }).focus('end').run()
}
