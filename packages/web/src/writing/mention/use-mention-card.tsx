import { Suspense, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { MentionCard } from '../writing.parts.ts'
import { mentionAt, type MentionInText } from './mention-in-text.ts'

/** For text whose mentions are buttons: handlers of its clicks and keys, and the card of the chosen mention. */
export function useMentionCard() {
  const [mention, setMention] = useState<MentionInText | null>(null)
  const open = (event: MouseEvent | KeyboardEvent) => {
    const pressed = mentionAt(event.target)
    if (!pressed || ('key' in event && event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    setMention(pressed)
  }
  const card = mention && (
    <Suspense>
      <MentionCard mention={mention} onClose={() => setMention(null)} />
    </Suspense>
  )
  return { mentionHandlers: { onClick: open, onKeyDown: open }, mentionCard: card }
}
