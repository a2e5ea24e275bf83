import { useEffect, useState } from 'react'
import { usePagePlayer } from '../page-player.ts'

/** How often the player's time is read while nothing is written yet, in ms. */
const pollMs = 500

export type CommentTime = {
  /** Ms in article time, or null if the comment refers to no moment. */
  readonly time: number | null
  /** The page has a recording to take a time from, or there is a time to remove. */
  readonly canChange: boolean
  readonly toggle: () => void
  /** Fixes the time, because the comment has been started. */
  readonly freeze: () => void
  readonly reset: (time: number | null | undefined) => void
  /** Undefined if nobody has decided. */
  readonly chosenTime: number | null | undefined
}

type CommentTimeOptions = {
  /** From the stored draft or the comment being edited. */
  initial: number | null | undefined
  /** Nothing is written yet, so the time follows the player. */
  isUnwritten: boolean
}

/**
 * The moment that a comment refers to. Until the first character it follows the player, once playback has begun;
 * commenting on words or on the whole article removes it.
 */
export function useCommentTime({ initial, isUnwritten }: CommentTimeOptions): CommentTime {
  const player = usePagePlayer()
  const [decided, setDecided] = useState(initial)
  const [present, setPresent] = useState(() => Math.floor(player?.time() ?? 0))
  const isFollowing = player !== null && decided === undefined && isUnwritten
  useEffect(() => {
    if (!isFollowing) return
    const read = () => setPresent(Math.floor(player.time()))
    read()
    const timer = setInterval(read, pollMs)
    return () => clearInterval(timer)
  }, [isFollowing, player])
  const offered = player !== null && present > 0 ? present : null
  const time = decided === undefined ? offered : decided
  return {
    time,
    canChange: player !== null || typeof decided === 'number',
    toggle: () => setDecided(time === null && player ? Math.floor(player.time()) : null),
    freeze() {
      if (decided === undefined) setDecided(player && player.time() > 0 ? Math.floor(player.time()) : undefined)
    },
    reset: setDecided,
    chosenTime: decided,
  }
}
