import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Editor, Extension } from '@tiptap/core'
import { Selection, UndoRedo } from '@tiptap/extensions'
import { commentExtensions } from '@knowreel/shared/comment/comment-schema.ts'
import {
  createSuggestStore,
  emojiKind,
  HistoryKeys,
  LinkKey,
  peopleKind,
  searchPeople,
  Suggestions,
  debounceRequests,
  type SuggestStore,
} from '../../writing/index.ts'
import { CommentLimit } from './comment-limit.ts'

/** Shift, Ctrl or ⌘ with Enter sends; Enter alone starts a new line. */
const SendKey = Extension.create<{ onSend: () => void }>({
  name: 'sendKey',
  // Before the line break, which has the same shortcut.
  priority: 1000,

  addOptions: () => ({ onSend: () => {} }),

  addKeyboardShortcuts() {
    const send = () => {
      this.options.onSend()
      return true
    }
    return { 'Shift-Enter': send, 'Mod-Enter': send }
  },
})

/** Milliseconds of debounce before searching for people. */
const peopleDebounceMs = 200

type CommentEditorOptions = {
  container: RefObject<HTMLElement | null>
  /** Initial content; later values are ignored. */
  html: string
  label: string
  onSend: () => void
  onChange: () => void
  onLimitReached: () => void
  onEditLink: () => void
  /** The editor is about to be destroyed; its text can be read for the last time. */
  onBeforeDestroy: () => void
}

/** The editor of a comment, with its "@" and ":" menus. Null until it is ready. */
export function useCommentEditor(parts: CommentEditorOptions): { editor: Editor | null; suggest: SuggestStore } {
  const { container } = parts
  const [suggest] = useState(createSuggestStore)
  const [editor, setEditor] = useState<Editor | null>(null)
  const latest = useRef(parts)
  useLayoutEffect(() => {
    latest.current = parts
  })
  useLayoutEffect(() => {
    const { html, label } = latest.current
    const made = new Editor({
      element: container.current,
      content: html,
      extensions: [
        ...commentExtensions,
        UndoRedo,
        HistoryKeys,
        // Keeps the selected text of a link highlighted while its URL is typed.
        Selection.configure({ className: 'note-held' }),
        CommentLimit.configure({ onLimitReached: () => latest.current.onLimitReached() }),
        LinkKey.configure({ onEditLink: () => latest.current.onEditLink() }),
        SendKey.configure({ onSend: () => latest.current.onSend() }),
        Suggestions.configure({
          store: suggest,
          kinds: [peopleKind(debounceRequests(searchPeople, peopleDebounceMs)), emojiKind],
        }),
      ],
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      },
      onUpdate: () => latest.current.onChange(),
    })
    setEditor(made)
    return () => {
      latest.current.onBeforeDestroy()
      setEditor(null)
      made.destroy()
    }
  }, [container, suggest])
  return { editor, suggest }
}
