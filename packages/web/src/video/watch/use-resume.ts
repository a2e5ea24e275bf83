import { useEffect, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import type { MediaPlayer, PlayerState } from '../player/media-player.ts'
import { keepPlace, placeToResume, readPlaces } from './resume.rules.ts'

const placesKey = 'knowreel.places'
const keepEveryMs = 5000

/** The position that this browser stored for an article, read when the page opens; null for the start. */
export function useKeptPlace(articleId: string | null, duration: Ms): Ms | null {
  const [place] = useState(() =>
    articleId === null ? null : placeToResume(readPlaces(readSetting(placesKey)), articleId, duration),
  )
  return place
}

type Watching = {
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
export function useKeepPlace({ articleId, player, play, duration, hasMoved }: Watching): void {
  const isPlaying = play === 'playing'
  // Also while the frame is still loading, because the position was chosen.
  const isWorth = isPlaying || hasMoved
  useEffect(() => {
    if (articleId === null || !player || !isWorth) return
    const keep = () => {
      const kept = { id: articleId, time: player.time(), at: Date.now() }
      writeSetting(placesKey, JSON.stringify(keepPlace(readPlaces(readSetting(placesKey)), kept, duration)))
    }
    const timer = isPlaying ? setInterval(keep, keepEveryMs) : undefined
    window.addEventListener('pagehide', keep)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [articleId, player, isPlaying, isWorth, duration])
}
