import { useEffect, useRef } from 'react'
import type { Editor } from '@tiptap/core'
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'
import { whenIdle } from '../platform/when-idle.ts'
import * as texts from './texts.ts'
import styles from './note-notice.module.css'

/** Threshold for the display, so that nobody reaches the limit in the middle of a sentence. */
const SHOWN_BELOW = 2_000

/**
 * Shows how many characters still fit into the note; nothing while there is enough room. Updated outside React, which
 * would read the selection by walking through the whole text before every render, and only after the character is
 * painted.
 */
export function RemainingCharacters({ editor }: { editor: Editor }) {
  const line = useRef<HTMLParagraphElement>(null)
  const exact = useRef<HTMLSpanElement>(null)
  const spoken = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const write = (): void => {
      const room = remainingLength(editor.state.doc.nodeSize)
      if (!line.current || !exact.current || !spoken.current) return
      line.current.hidden = room === null
      if (room === null) return
      exact.current.textContent = texts.roomOfNoteClientLimitCharactersLeft(
        room.toLocaleString('en'),
        NOTE_CLIENT_LIMIT.toLocaleString('en'),
      )
      const about = texts.aboutRoomCharactersLeftIn((Math.ceil(room / 500) * 500).toLocaleString('en'))
      // Not announced on every key.
      if (spoken.current.textContent !== about) spoken.current.textContent = about
    }
    let isAsked = false
    const writeSoon = async (): Promise<void> => {
      if (isAsked) return
      isAsked = true
      await whenIdle()
      isAsked = false
      write()
    }
    write()
    editor.on('update', writeSoon)
    return () => {
      editor.off('update', writeSoon)
    }
  }, [editor])
  return (
    <p ref={line} className={styles.room} hidden>
      <span ref={exact} />
      <span ref={spoken} className="kr-sr" role="status" />
    </p>
  )
}

/** For a note of this size; null while there is enough room. */
export function remainingLength(size: number): number | null {
  const room = NOTE_CLIENT_LIMIT - size
  return room <= SHOWN_BELOW ? Math.max(0, room) : null
}
