import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { Editor } from '@tiptap/core'
import { Selection, UndoRedo } from '@tiptap/extensions'
import { commentExtensions } from '@knowreel/shared/comment/comment-schema.ts'
import {
  createSuggestStore,
  emojiKind,
  LinkKey,
  peopleKind,
  searchPeople,
  Suggestions,
  waitToAsk,
  type SuggestStore,
} from '../../writing/index.ts'
import { CommentLimit } from './comment-limit.ts'
import { SendKey } from './send-key.ts'

/** Milliseconds of rest before colleagues are looked for. */
const peopleWaitMs = 200

type CommentEditorParts = {
  place: RefObject<HTMLElement | null>
  /** Where the editor begins; later ones are not taken. */
  html: string
  label: string
  onSend: () => void
  onChange: () => void
  onLimit: () => void
  onEditLink: () => void
  /** The editor ends; its words can be read for the last time. */
  onLeave: () => void
}

/** The editor of a comment, and what its "@" and ":" offer. Null before it stands. */
export function useCommentEditor(parts: CommentEditorParts): { editor: Editor | null; suggest: SuggestStore } {
  const { place } = parts
  const [suggest] = useState(createSuggestStore)
  const [editor, setEditor] = useState<Editor | null>(null)
  const latest = useRef(parts)
  useLayoutEffect(() => {
    latest.current = parts
  })
  useLayoutEffect(() => {
    const { html, label } = latest.current
    const made = new Editor({
      element: place.current,
      content: html,
      extensions: [
        ...commentExtensions,
        UndoRedo,
        // The words a link is made of stay marked while its address is typed.
        Selection.configure({ className: 'note-held' }),
        CommentLimit.configure({ onRefused: () => latest.current.onLimit() }),
        LinkKey.configure({ onEditLink: () => latest.current.onEditLink() }),
        SendKey.configure({ onSend: () => latest.current.onSend() }),
        Suggestions.configure({
          store: suggest,
          kinds: [peopleKind(waitToAsk(searchPeople, peopleWaitMs)), emojiKind],
        }),
      ],
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, spellcheck: 'true' },
      },
      onUpdate: () => latest.current.onChange(),
    })
    setEditor(made)
    return () => {
      latest.current.onLeave()
      setEditor(null)
      made.destroy()
    }
  }, [place, suggest])
  return { editor, suggest }
}
