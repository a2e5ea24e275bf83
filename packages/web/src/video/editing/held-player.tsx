import { memo, useEffect } from 'react'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { AddressOf } from '../player/engine.ts'
import { useMediaPlayer, type UsedPlayer } from '../watch/use-media-player.ts'

type HeldPlayerProps = { map: PlayMap; addressOf: AddressOf; onUsed: (used: UsedPlayer | null) => void }

/**
 * Keeps a player above the components that show it and reports its state to them. It renders nothing, so pages without
 * a recording need not load its code.
 */
export const HeldPlayer = memo(function HeldPlayer({ map, addressOf, onUsed }: HeldPlayerProps) {
  const used = useMediaPlayer(map, addressOf, 0)
  // It renders only when its own state changes, and every change is reported.
  useEffect(() => onUsed(used))
  useEffect(() => () => onUsed(null), [onUsed])
  return null
})
