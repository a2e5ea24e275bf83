import { Suspense, useState, type ReactNode } from 'react'
import { readToken } from '../../platform/session/session-token.ts'
import { lazyComponent } from '../../ui/lazy-components.tsx'
import type { QuotedNoteProps } from './quoted-note.props.ts'
import styles from './quotes.module.css'

const NoteQuotes = lazyComponent(() => import('./note-quotes.tsx').then((module) => module.NoteQuotes))

/** A note whose words can be commented on: quotes are marked, with icons in the margin. Guests only read. */
export function QuotedNote({ children, ...note }: QuotedNoteProps & { children: ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  return (
    <div className={styles.host}>
      <div ref={setRoot} className={styles.note} data-quoted={note.tabId}>
        {children}
      </div>
      {root && readToken() !== null && (
        <Suspense>
          <NoteQuotes root={root} {...note} />
        </Suspense>
      )}
    </div>
  )
}
