import { Suspense, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { MentionCard, mentionAt, type MentionPlace } from '../writing/index.ts'
import styles from './comment-card.module.css'

/** The words of a comment: HTML that the server made from the comment schema. Text cannot hold the tag that is replaced. */
export function CommentText({ html }: { html: string }) {
  const [mention, setMention] = useState<MentionPlace | null>(null)
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
      {/* Mentions are buttons of their own; what is listened to here is theirs. */}
      <div className={styles.text} dir="auto" onClick={open} onKeyDown={open} dangerouslySetInnerHTML={markup} />
      {mention && (
        <Suspense>
          <MentionCard place={mention} onClose={() => setMention(null)} />
        </Suspense>
      )}
    </>
  )
}
