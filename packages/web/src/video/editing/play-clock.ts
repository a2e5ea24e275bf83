/** Keeps the timeline's play head in step with the player, and the view in step with the play head. */
import { useEffect, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { follow } from '../timeline/timeline-geometry.ts'
import type { MediaPlayer, PlayerState } from '../player/media-player.ts'
import { draggedTime } from '../player/player.rules.ts'
import { useLatest, type TimelineScene } from './timeline-scene.ts'
import type { VideoDesk } from './video-desk.ts'

/** The play head stays where it was put for this long, until the player has arrived there. */
const settleMs = 300

export function usePlayClock(scene: TimelineScene, desk: VideoDesk): void {
  const { player, state } = desk.used
  const isMoving = state?.play === 'playing' || state?.play === 'waiting'
  useEffect(() => {
    if (!player) return
    const read = () => {
      if (performance.now() < scene.hold.read()) return
      const duration = scene.duration()
      const time = draggedTime(player.time(), duration)
      const trim = scene.trim.read()
      // Playback skips the range about to be removed, so that the result can be heard.
      if (isMoving && trim && time >= trim.from && time < trim.to) {
        scene.hold.write(performance.now() + settleMs)
        if (trim.to >= duration) player.pause()
        else void player.seek(trim.to)
        scene.head.write(draggedTime(trim.to, duration))
        return
      }
      scene.head.write(time)
      if (!isMoving) return
      const view = scene.view.read()
      const followed = follow(view, duration, time)
      if (followed === view) scene.following.write(true)
      else if (scene.following.read()) scene.view.write(followed)
    }
    read()
    // While paused, the player reports every seek.
    if (!isMoving) return player.subscribe(read)
    let frame = requestAnimationFrame(function next() {
      read()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [scene, player, isMoving])
}

export type HeadMover = {
  /** A single seek, by a click or a key. */
  readonly seek: (time: Ms) => void
  /** Repeated seeks during a drag; the player receives only the last one that came while it was busy. */
  readonly scrub: (time: Ms) => void
  readonly release: () => void
  /** Shows the picture at a time while the play head stays in place; playback is not interrupted. */
  readonly peek: (time: Ms) => void
  /** Returns to the picture under the play head. */
  readonly endPeek: () => void
}

type LedScene = Pick<TimelineScene, 'head' | 'hold' | 'following' | 'duration'>
type LedDesk = {
  readonly seek: (time: Ms) => void
  readonly used: {
    readonly player: Pick<MediaPlayer, 'seek'> | null
    readonly state: Pick<PlayerState, 'play'> | null
  }
}

export function useHeadMover(scene: TimelineScene, desk: VideoDesk): HeadMover {
  const latest = useLatest(desk)
  const [mover] = useState(() => createHeadMover(scene, () => latest.current))
  return mover
}

export function createHeadMover(scene: LedScene, desk: () => LedDesk): HeadMover {
  let wanted: Ms | null = null
  let isBusy = false
  let isPeeking = false
  const put = (time: Ms): Ms => {
    const at = draggedTime(time, scene.duration())
    scene.head.write(at)
    scene.following.write(true)
    return at
  }
  const next = async () => {
    if (isBusy) return
    isBusy = true
    while (wanted !== null) {
      const time = wanted
      wanted = null
      await desk().used.player?.seek(time)
    }
    isBusy = false
  }
  return {
    seek(time) {
      const at = put(time)
      wanted = null
      scene.hold.write(performance.now() + settleMs)
      desk().seek(at)
    },
    scrub(time) {
      wanted = put(time)
      scene.hold.write(Infinity)
      void next()
    },
    release() {
      scene.hold.write(performance.now() + settleMs)
      void next()
    },
    peek(time) {
      const play = desk().used.state?.play
      if (play === 'playing' || play === 'waiting') return
      isPeeking = true
      wanted = draggedTime(time, scene.duration())
      scene.hold.write(Infinity)
      void next()
    },
    endPeek() {
      if (!isPeeking) return
      isPeeking = false
      wanted = scene.head.read()
      scene.hold.write(performance.now() + settleMs)
      void next()
    },
  }
}
