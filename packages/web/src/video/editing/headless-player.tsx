import { memo, useEffect } from 'react'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { ResolveSource } from '../player/engine.ts'
import { useMediaPlayer, type Playback } from '../watch/use-media-player.ts'

type HeadlessPlayerProps = {
  map: PlayMap
  resolveSource: ResolveSource
  onPlaybackChange: (used: Playback | null) => void
}

/**
 * Keeps a player above the components that show it and reports its state to them. It renders nothing, so pages without
 * a recording need not load its code.
 */
export const HeadlessPlayer = memo(function HeldPlayer({ map, resolveSource, onPlaybackChange }: HeadlessPlayerProps) {
  const used = useMediaPlayer(map, resolveSource, 0)
  // It renders only when its own state changes, and every change is reported.
  useEffect(() => onPlaybackChange(used))
  useEffect(() => () => onPlaybackChange(null), [onPlaybackChange])
  return null
})
