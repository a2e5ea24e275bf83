import { Suspense, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { MentionCard, mentionAt, type MentionInText } from '../../writing/index.ts'
import styles from './comment-card.module.css'

/**
 * The text of a comment: HTML that the server generates from the comment schema. Text cannot contain the replaced tag,
 * because it is escaped.
 */
export function CommentText({ html }: { html: string }) {
  const [mention, setMention] = useState<MentionInText | null>(null)
  const markup = useMemo(
    () => ({ __html: html.replaceAll('<span data-mention=', '<span role="button" tabindex="0" data-mention=') }),
    [html],
  )
  const open = (event: MouseEvent | KeyboardEvent) => {
    const place = mentionAt(event.target)
    if (!place || ('key' in event && event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    setMention(place)
  }
  return (
    <>
      {/* Mentions are buttons themselves; the handlers here only receive their events. */}
      <div className={styles.text} dir="auto" onClick={open} onKeyDown={open} dangerouslySetInnerHTML={markup} />
      {mention && (
        <Suspense>
          <MentionCard mention={mention} onClose={() => setMention(null)} />
        </Suspense>
      )}
    </>
  )
}
