import { memo, useEffect } from 'react'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { AddressOf } from '../player/engine.ts'
import { useMediaPlayer, type UsedPlayer } from '../use-media-player.ts'

type HeldPlayerProps = { map: PlayMap; addressOf: AddressOf; onUsed: (used: UsedPlayer | null) => void }

/**
 * A player that stands above all that show it, and tells them of itself. It draws nothing: pages that have no recording can
 * hold its place without carrying its code.
 */
export const HeldPlayer = memo(function HeldPlayer({ map, addressOf, onUsed }: HeldPlayerProps) {
  const used = useMediaPlayer(map, addressOf, 0)
  // It is drawn only for a state of its own, and every one of them is news.
  useEffect(() => onUsed(used))
  useEffect(() => () => onUsed(null), [onUsed])
  return null
})
