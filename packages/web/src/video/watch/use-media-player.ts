import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Ms, PlayMap } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import type { ResolveSource } from '../player/engine.ts'
import { createMediaPlayer, type MediaPlayer, type PlayerState } from '../player/media-player.ts'
import { defaultSpeed, readVolume, speeds, type Speed, type Volume } from '../player/player.rules.ts'

const volumeKey = 'knowreel.volume'
const speedKey = 'knowreel.speed'

export type Playback = {
  readonly player: MediaPlayer | null
  readonly state: PlayerState | null
  readonly volume: Volume
  readonly changeVolume: (volume: Volume) => void
  readonly speed: Speed
  readonly changeSpeed: (speed: Speed) => void
}

const readStoredSpeed = (): Speed => speeds.find((speed) => String(speed) === readSetting(speedKey)) ?? defaultSpeed

/** A player that lives as long as the component. Volume and speed are stored in the browser. */
export function useMediaPlayer(
  map: PlayMap,
  addressOf: ResolveSource,
  start: Ms,
  /** Id of a file with exactly this play map; see `createMediaPlayer`. */
  rendition: string | null = null,
): Playback {
  const [player, setPlayer] = useState<MediaPlayer | null>(null)
  const [volume, setVolume] = useState(() => readVolume(readSetting(volumeKey)))
  const [speed, setSpeed] = useState(readStoredSpeed)
  const address = useRef(addressOf)
  const begin = useRef({ map, start, rendition })

  useEffect(() => {
    address.current = addressOf
  }, [addressOf])

  useEffect(() => {
    const made = createMediaPlayer({
      ...begin.current,
      resolveSource: (videoId, isExpired) => address.current(videoId, isExpired),
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

/** The time of a player, updated only as often as a change is visible; it is polled only while playing. */
export function usePlayerTime(player: MediaPlayer | null, play: PlayerState['play'] | undefined, everyMs = 100): Ms {
  const [time, setTime] = useState<Ms | null>(null)
  useEffect(() => {
    if (!player) return
    const read = () => setTime(player.time())
    read()
    if (play !== 'playing' && play !== 'waiting') {
      // While paused, only seeking changes the time, and that is reported.
      return player.subscribe(read)
    }
    const timer = setInterval(read, everyMs)
    return () => clearInterval(timer)
  }, [player, play, everyMs])
  // Nothing has been read yet in the first render with a player.
  return time ?? player?.time() ?? 0
}
