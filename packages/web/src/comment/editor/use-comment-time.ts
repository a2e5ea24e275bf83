import { useEffect, useState } from 'react'
import { usePagePlayer } from '../page-player.ts'

/** How often the time that would be taken is read while nothing is written yet, in ms. */
const readMs = 500

export type CommentTime = {
  /** Ms in article time, or null where the comment speaks of no moment. */
  readonly time: number | null
  /** There is a recording on the page to take a time from, or a time to take away. */
  readonly canChange: boolean
  readonly toggle: () => void
  /** From now on the time stands still: its comment has begun. */
  readonly fix: () => void
  readonly reset: (time: number | null | undefined) => void
  /** Undefined where nobody has decided. */
  readonly decided: number | null | undefined
}

type Following = {
  /** What was kept or is changed. */
  initial: number | null | undefined
  /** Nothing is written yet, so the time goes on with the player. */
  isFree: boolean
}

/**
 * The moment a comment speaks about. Until its first letter it is that of the player, once somebody has begun to watch;
 * who speaks about words or about the whole takes it off.
 */
export function useCommentTime({ initial, isFree }: Following): CommentTime {
  const player = usePagePlayer()
  const [decided, setDecided] = useState(initial)
  const [present, setPresent] = useState(() => Math.floor(player?.time() ?? 0))
  const isFollowing = player !== null && decided === undefined && isFree
  useEffect(() => {
    if (!isFollowing) return
    const read = () => setPresent(Math.floor(player.time()))
    read()
    const timer = setInterval(read, readMs)
    return () => clearInterval(timer)
  }, [isFollowing, player])
  const offered = player !== null && present > 0 ? present : null
  const time = decided === undefined ? offered : decided
  return {
    time,
    canChange: player !== null || typeof decided === 'number',
    toggle: () => setDecided(time === null && player ? Math.floor(player.time()) : null),
    fix() {
      if (decided === undefined) setDecided(player && player.time() > 0 ? Math.floor(player.time()) : undefined)
    },
    reset: setDecided,
    decided,
  }
}
