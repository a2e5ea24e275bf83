import './editor.css'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { Editor } from '@tiptap/core'
import type { Awareness } from 'y-protocols/awareness'
import type { Doc } from 'yjs'
import { useNarrow } from '../../ui/use-narrow.ts'
import { noteTextClass } from '../note-text.tsx'
import { editorExtensions } from './editor-extensions.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SlashMenu } from './slash-menu.tsx'
import { createSlashStore } from './slash-menu.extension.ts'
import { TableBar } from './table-bar.tsx'
import { TouchBar } from './touch-bar.tsx'

export type TextEditorProps = {
  document: Doc
  awareness: Awareness
  user: { id: string; name: string }
  /** Names the text for those who do not see the tabs. */
  label: string
  isEditable: boolean
  /** Puts the caret at the end once the editor stands. */
  isFocused?: boolean
  onReady: (editor: Editor) => void
  /** What was typed or pasted would have made the note too long. */
  onLimit: () => void
}

/**
 * The editor itself: no box, no bars at rest. React draws only what floats beside the text; the text belongs to
 * ProseMirror, so no key waits for a render.
 */
export function TextEditor({
  document,
  awareness,
  user,
  label,
  isEditable,
  isFocused,
  onReady,
  onLimit,
}: TextEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const [slash] = useState(createSlashStore)
  const [editor, setEditor] = useState<Editor | null>(null)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const isNarrow = useNarrow()
  const latest = useRef({ onReady, onLimit, isEditable, isFocused, label, user })
  useLayoutEffect(() => {
    latest.current = { onReady, onLimit, isEditable, isFocused, label, user }
  })

  useLayoutEffect(() => {
    const made = new Editor({
      element: place.current,
      editable: latest.current.isEditable,
      extensions: editorExtensions({
        document,
        awareness,
        user: latest.current.user,
        slash,
        onLimit: () => latest.current.onLimit(),
        onEditLink: () => openLink(made),
      }),
      editorProps: {
        // Bar and notice lie over the text.
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
    setEditor(made)
    latest.current.onReady(made)
    if (latest.current.isFocused) made.commands.focus('end', { scrollIntoView: false })
    return () => {
      setEditor(null)
      made.destroy()
    }
  }, [document, awareness, slash])

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
      {editor && isEditable && (
        <>
          <SlashMenu store={slash} />
          {isNarrow ? (
            <TouchBar editor={editor} isLinkOpen={isLinkOpen} onLinkOpen={openLink} />
          ) : (
            <>
              <SelectionBar editor={editor} isLinkOpen={isLinkOpen} onLinkOpen={openLink} />
              <TableBar editor={editor} />
            </>
          )}
        </>
      )}
    </div>
  )
}

const scrollRoom = { top: 120, right: 0, bottom: 72, left: 0 }

/** Pressing below the text goes on writing there, also behind a table or a code block. */
function focusEnd(editor: Editor): void {
  const last = editor.state.doc.lastChild
  const isParagraph = last?.type.name === 'paragraph'
  if (isParagraph) editor.commands.focus('end')
  else editor.chain().insertContentAt(editor.state.doc.content.size, { type: 'paragraph' }).focus('end').run()
}
