import { useEffect, useRef } from 'react'
import type { Editor } from '@tiptap/core'
import { NOTE_CLIENT_LIMIT } from '@knowreel/shared/note/note-document.ts'
import { whenIdle } from '../platform/when-idle.ts'
import styles from './note-notice.module.css'

/** Said from here on, so that nobody is stopped in the middle of a sentence. */
const SAID_BELOW = 2_000

/**
 * How much still goes into the note; nothing while there is room enough. It is written past React, which reads where the
 * caret stands before it draws anything, by walking through the whole text; and when the letter itself has been drawn.
 */
export function NoteRoom({ editor }: { editor: Editor }) {
  const line = useRef<HTMLParagraphElement>(null)
  const exact = useRef<HTMLSpanElement>(null)
  const spoken = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const write = (): void => {
      const room = roomLeft(editor.state.doc.nodeSize)
      if (!line.current || !exact.current || !spoken.current) return
      line.current.hidden = room === null
      if (room === null) return
      exact.current.textContent = `${room.toLocaleString('en')} of ${NOTE_CLIENT_LIMIT.toLocaleString('en')} characters left`
      const about = `About ${(Math.ceil(room / 500) * 500).toLocaleString('en')} characters left in this note`
      // Not read out with every key.
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

/** Of a note of this size; null while it need not be said. */
export function roomLeft(size: number): number | null {
  const room = NOTE_CLIENT_LIMIT - size
  return room <= SAID_BELOW ? Math.max(0, room) : null
}
