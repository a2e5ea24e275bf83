import { useMemo } from 'react'
import styles from './note-text.module.css'

type NoteTextProps = {
  /** Made and escaped on the server from the note schema: nothing else may be given here. */
  html: string
  /** Names the text for those who do not see the tabs. */
  label?: string
  /** Stands where the editor will stand, so it must be laid out the same. */
  isEditing?: boolean
}

/** Wide tables and code scroll by themselves, also by keyboard. Text cannot hold these tags: in it they are escaped. */
export const withScrollingParts = (html: string): string =>
  html
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
    .replaceAll('<table>', '<div class="tableWrapper" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')

/** A note as readers see it: plain HTML, without any of the editor's code. */
export function NoteText({ html, label, isEditing }: NoteTextProps) {
  const markup = useMemo(() => ({ __html: withScrollingParts(html) }), [html])
  return (
    <div
      className={styles.doc}
      data-editing={isEditing || undefined}
      role={label ? 'region' : undefined}
      aria-label={label}
      dangerouslySetInnerHTML={markup}
    />
  )
}

export const noteTextClass = styles.doc
