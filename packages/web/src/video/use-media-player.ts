import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Ms, PlayMap } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../platform/browser-storage.ts'
import type { AddressOf } from './player/engine.ts'
import { createMediaPlayer, type MediaPlayer, type PlayerState } from './player/media-player.ts'
import { defaultSpeed, readVolume, speeds, type Speed, type Volume } from './player/player.rules.ts'

const volumeKey = 'knowreel.volume'
const speedKey = 'knowreel.speed'

export type UsedPlayer = {
  readonly player: MediaPlayer | null
  readonly state: PlayerState | null
  readonly volume: Volume
  readonly changeVolume: (volume: Volume) => void
  readonly speed: Speed
  readonly changeSpeed: (speed: Speed) => void
}

const keptSpeed = (): Speed => speeds.find((speed) => String(speed) === readSetting(speedKey)) ?? defaultSpeed

/** A player for as long as the component is there. Volume and speed belong to the browser. */
export function useMediaPlayer(
  map: PlayMap,
  addressOf: AddressOf,
  start: Ms,
  /** Id of a file that is exactly this map; see `createMediaPlayer`. */
  rendition: string | null = null,
): UsedPlayer {
  const [player, setPlayer] = useState<MediaPlayer | null>(null)
  const [volume, setVolume] = useState(() => readVolume(readSetting(volumeKey)))
  const [speed, setSpeed] = useState(keptSpeed)
  const address = useRef(addressOf)
  const begin = useRef({ map, start, rendition })

  useEffect(() => {
    address.current = addressOf
  }, [addressOf])

  useEffect(() => {
    const made = createMediaPlayer({
      ...begin.current,
      addressOf: (videoId, isExpired) => address.current(videoId, isExpired),
    })
    setPlayer(made)
    return () => made.destroy()
  }, [])

  useEffect(() => player?.setMap(map), [player, map])
  useEffect(() => player?.setVolume(volume.level / 100), [player, volume.level])
  useEffect(() => {
    if (player && player.state().speed !== speed) player.setSpeed(speed)
  }, [player, speed])

  const state = useSyncExternalStore(
    (listener) => player?.subscribe(listener) ?? (() => undefined),
    () => player?.state() ?? null,
  )
  return {
    player,
    state,
    volume,
    changeVolume(next) {
      setVolume(next)
      writeSetting(volumeKey, String(next.level))
    },
    speed,
    changeSpeed(next) {
      setSpeed(next)
      writeSetting(speedKey, String(next))
    },
  }
}

/** The time of a player, as often as somebody could see it change; it is asked for only while it plays. */
export function usePlayerTime(player: MediaPlayer | null, play: PlayerState['play'] | undefined, everyMs = 100): Ms {
  const [time, setTime] = useState<Ms | null>(null)
  useEffect(() => {
    if (!player) return
    const read = () => setTime(player.time())
    read()
    if (play !== 'playing' && play !== 'waiting') {
      // While it stands, only seeking changes it, and that is told.
      return player.subscribe(read)
    }
    const timer = setInterval(read, everyMs)
    return () => clearInterval(timer)
  }, [player, play, everyMs])
  // The first time it is drawn with a player nothing was read yet.
  return time ?? player?.time() ?? 0
}
