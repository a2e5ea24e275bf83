import './editor.css'
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type AnyExtension, Editor } from '@tiptap/core'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { usePageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'
import { useNarrow, useTouchOnly } from '../../ui/use-breakpoints.ts'
import { useFindBar } from '../find/use-find-bar.tsx'
import { noteTextClass } from '../note-text.tsx'
import { NoteWriter } from './ai/note-writer.tsx'
import type { TextRange } from './ai/insert-generated-text.ts'
import type { NoteAssistant } from './ai/note-assistant.ts'
import { selectedBlockPosition } from './block-actions.ts'
import { BlockMenu } from './block-menu.tsx'
import { coveredHeight, isCaretInView } from './caret/caret-in-view.ts'
import { watchPressesBeside } from './caret/press-beside.ts'
import { CalloutBar } from './boxes/callout-bar.tsx'
import { CodeBar } from './code-bar.tsx'
import { ColumnsBar } from './columns-bar.tsx'
import { EmbedBar } from './embeds/embed-bar.tsx'
import { openInsertEmbedDialog } from './embeds/insert-embed.ts'
import { editorExtensions } from './editor-extensions.ts'
import { AttachmentBar } from './files/attachment-bar.tsx'
import { ImageBar } from './files/image-bar.tsx'
import { openGeneratedImageDialog, openInsertFileDialog, openInsertImageDialog } from './files/open-file-dialogs.ts'
import { noteShortcuts } from './note-shortcuts.ts'
import { TableSizePopover } from './panels/table-size-popover.tsx'
import { SelectionBar } from './selection-bar.tsx'
import {
  MentionCard,
  mentionAt,
  type MentionInText,
  searchPeople,
  createSuggestStore,
  type EditorPanel,
  SuggestList,
  debounceRequests,
  EmojiGrid,
  emojis,
} from '../../writing/index.ts'
import { LinkBar } from './link-bar.tsx'
import { openTemplates, TemplateHint } from './template-hint.tsx'
import { TableBar } from './tables/table-bar.tsx'
import { TouchBar } from './touch-bar.tsx'
import * as texts from './texts.ts'
import { CaretPopover } from './panels/caret-popover.tsx'

export type TextEditorProps = {
  /** The draft that is edited. */
  articleId: string
  document: Doc
  awareness: Awareness
  /** Accessible name of the text. */
  label: string
  isEditable: boolean
  /** Moves the caret to the end once the editor is ready. */
  shouldFocus?: boolean
  /** For parts of the note that this version does not know. */
  opaqueExtensions: readonly AnyExtension[]
  /** This editor no longer follows the shared document; a new one must be created. */
  onStale: () => void
  /** Null where AI is off. */
  assistant: NoteAssistant | null
  /** Starts a comment on the selected text. */
  onComment: () => void
  /** A template with this name was inserted. */
  onTemplate: (title: string) => void
  onReady: (editor: Editor) => void
  /** A typed or pasted edit would have made the note too long. */
  onLimitReached: () => void
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
  shouldFocus,
  opaqueExtensions,
  onStale,
  assistant,
  onComment,
  onTemplate,
  onReady,
  onLimitReached,
}: TextEditorProps) {
  const mount = useRef<HTMLDivElement>(null)
  const [suggest] = useState(createSuggestStore)
  const [panel, setPanel] = useState<EditorPanel | null>(null)
  const [menuPosition, setMenuPosition] = useState<number | null>(null)
  const [mention, setMention] = useState<MentionInText | null>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [writerRange, setWriterRange] = useState<TextRange | null>(null)
  const isNarrow = useNarrow()
  const isTouchOnly = useTouchOnly()
  const findBar = useFindBar(mount, editor)
  const props = {
    onReady,
    onLimit: onLimitReached,
    onStale,
    isEditable,
    isFocused: shouldFocus,
    label,
    assistant,
    onTemplate,
  }
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const made = new Editor({
      element: mount.current,
      editable: latest.current.isEditable,
      extensions: editorExtensions({
        articleId,
        document,
        awareness,
        suggest,
        findPeople: debounceRequests(searchPeople, peopleDebounceMs),
        onOpenPanel: (asked) => {
          if (asked === 'image') openInsertImageDialog(made, articleId)
          else if (asked === 'file') openInsertFileDialog(made)
          else if (asked === 'embed') openInsertEmbedDialog(made)
          else if (asked === 'writer') setWriterRange(selectionOf(made))
          else if (asked === 'aiImage') openGeneratedImage(made)
          else if (asked === 'template') openTemplates(made, (title) => latest.current.onTemplate(title))
          else setPanel(asked)
        },
        getAi: () => latest.current.assistant ?? noAssistant,
        onOpenBlockMenu: setMenuPosition,
        onLimitReached: () => latest.current.onLimit(),
        onEditLink: () => openLink(made),
        opaqueExtensions,
        onStale: () => latest.current.onStale(),
      }),
      editorProps: {
        handleClick: (_view, _position, event) => {
          setMention(mentionAt(event.target))
          return false
        },
        // The bar and the notice overlap the text.
        scrollThreshold: coveredHeight,
        scrollMargin: coveredHeight,
        handleScrollToSelection: isCaretInView,
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
    const openGeneratedImage = (target: Editor) => {
      const { openImageDialog } = latest.current.assistant ?? {}
      if (openImageDialog) openGeneratedImageDialog(target, articleId, openImageDialog)
    }
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
  }, [articleId, document, awareness, suggest, opaqueExtensions])

  useEffect(() => {
    editor?.setEditable(isEditable, false)
  }, [editor, isEditable])

  const loadShortcuts = useCallback(
    async () => (editor && isEditable ? noteShortcuts(editor) : []),
    [editor, isEditable],
  )
  usePageShortcuts(loadShortcuts)

  const openLink = useCallback(
    (isOpen: boolean) => {
      if (isOpen && editor?.state.selection.empty) editor.commands.extendMarkRange('link')
      setLinkOpen(isOpen)
    },
    [editor],
  )

  useEffect(() => {
    const container = mount.current?.parentElement
    return editor && container ? watchPressesBeside(editor, container) : undefined
  }, [editor])

  const onAskAi = editor && assistant?.hasText ? () => setWriterRange(selectionOf(editor)) : null
  return (
    <div className="note-editor">
      <div ref={mount} />
      {findBar}
      {mention && (
        <Suspense>
          <MentionCard mention={mention} onClose={() => setMention(null)} />
        </Suspense>
      )}
      {editor && isEditable && (
        <>
          <TemplateHint editor={editor} onTemplate={onTemplate} />
          <SuggestList store={suggest} />
          {writerRange && assistant && (
            <NoteWriter
              editor={editor}
              Writer={assistant.Writer}
              articleId={articleId}
              range={writerRange}
              onClose={() => setWriterRange(null)}
            />
          )}
          {panel === 'emoji' && <EmojiPopover editor={editor} onClose={() => setPanel(null)} />}
          {panel === 'table' && <TableSizePopover editor={editor} onClose={() => setPanel(null)} />}
          {menuPosition !== null && (
            <BlockMenu
              key={menuPosition}
              editor={editor}
              position={menuPosition}
              onClose={() => setMenuPosition(null)}
            />
          )}
          {isNarrow || isTouchOnly ? (
            <TouchBar
              editor={editor}
              articleId={articleId}
              isLinkOpen={isLinkOpen}
              onLinkOpen={openLink}
              onComment={onComment}
              onAskAi={onAskAi}
              onOpenBlockMenu={() => setMenuPosition(selectedBlockPosition(editor.state))}
            />
          ) : (
            <>
              {writerRange === null && (
                <SelectionBar
                  editor={editor}
                  isLinkOpen={isLinkOpen}
                  onLinkOpen={openLink}
                  onComment={onComment}
                  onAskAi={onAskAi}
                />
              )}
              <LinkBar editor={editor} onEdit={() => openLink(true)} />
              <TableBar editor={editor} />
              <ColumnsBar editor={editor} />
              <CalloutBar editor={editor} />
              <CodeBar editor={editor} />
              <ImageBar editor={editor} articleId={articleId} />
              <AttachmentBar editor={editor} articleId={articleId} />
              <EmbedBar editor={editor} />
            </>
          )}
        </>
      )}
    </div>
  )
}

const noAssistant = { hasText: false, hasImages: false } as const

const selectionOf = ({ state: { selection } }: Editor): TextRange => ({ from: selection.from, to: selection.to })

/** Milliseconds of debounce before searching for people. */
const peopleDebounceMs = 200

function EmojiPopover({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  return (
    <CaretPopover editor={editor} label={texts.emoji} onClose={onClose}>
      <EmojiGrid
        emojis={emojis}
        isFocused
        onPick={(emoji) => {
          onClose()
          editor.chain().focus().insertContent(emoji).run()
        }}
      />
    </CaretPopover>
  )
}
