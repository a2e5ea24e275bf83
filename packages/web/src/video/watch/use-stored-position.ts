import { useEffect, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import type { MediaPlayer, PlayerState } from '../player/media-player.ts'
import { storePosition, resumePosition, parsePositions } from './resume.rules.ts'

const positionsKey = 'knowreel.places'
const storeIntervalMs = 5000

/** The position that this browser stored for an article, read when the page opens; null for the start. */
export function useStoredPosition(articleId: string | null, duration: Ms): Ms | null {
  const [position] = useState(() =>
    articleId === null ? null : resumePosition(parsePositions(readSetting(positionsKey)), articleId, duration),
  )
  return position
}

type StorePositionInput = {
  articleId: string | null
  player: MediaPlayer | null
  play: PlayerState['play'] | undefined
  duration: Ms
  /** Another position was chosen than the one it opened at. */
  hasMoved: boolean
}

/**
 * Stores the position while playing, and when playback stops or the page is left; also one that was chosen without
 * playing.
 */
export function useStorePosition({ articleId, player, play, duration, hasMoved }: StorePositionInput): void {
  const isPlaying = play === 'playing'
  // Also while the frame is still loading, because the position was chosen.
  const isWorth = isPlaying || hasMoved
  useEffect(() => {
    if (articleId === null || !player || !isWorth) return
    const keep = () => {
      const kept = { id: articleId, time: player.time(), at: Date.now() }
      writeSetting(
        positionsKey,
        JSON.stringify(storePosition(parsePositions(readSetting(positionsKey)), kept, duration)),
      )
    }
    const timer = isPlaying ? setInterval(keep, storeIntervalMs) : undefined
    window.addEventListener('pagehide', keep)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [articleId, player, isPlaying, isWorth, duration])
}
