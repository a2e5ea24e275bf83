import { useEffect, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../platform/browser-storage.ts'
import type { MediaPlayer, PlayerState } from './player/media-player.ts'
import { keepPlace, placeToResume, readPlaces } from './resume.rules.ts'

const placesKey = 'knowreel.places'
const keepEveryMs = 5000

/** Where this browser left an article, as it was when the page was opened; null for the beginning. */
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
  /** Somebody has chosen another place than it was opened at. */
  hasMoved: boolean
}

/** Keeps the place while it plays, and when it stops or the page is left; also one that was chosen without playing. */
export function useKeepPlace({ articleId, player, play, duration, hasMoved }: Watching): void {
  const isPlaying = play === 'playing'
  // Also while its pictures are still on their way: the place was chosen.
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
