/** Keeps the timeline's play head in step with the player, and the view in step with the play head. */
import { useEffect, useState } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { follow } from '../timeline/timeline-geometry.ts'
import type { MediaPlayer, PlayerState } from '../player/media-player.ts'
import { clampSeekTime } from '../player/player.rules.ts'
import { useLatest, type TimelineScene } from './timeline-scene.ts'
import type { VideoEditorController } from './video-editor-controller.ts'

/** The play head stays where it was put for this long, until the player has arrived there. */
const seekSettleMs = 300

export function useFollowPlayer(scene: TimelineScene, controller: VideoEditorController): void {
  const { player, state } = controller.playback
  const isMoving = state?.play === 'playing' || state?.play === 'waiting'
  useEffect(() => {
    if (!player) return
    const read = () => {
      if (performance.now() < scene.holdUntil.read()) return
      const duration = scene.duration()
      const time = clampSeekTime(player.time(), duration)
      const trim = scene.trim.read()
      // Playback skips the range about to be removed, so that the result can be heard.
      if (isMoving && trim && time >= trim.from && time < trim.to) {
        scene.holdUntil.write(performance.now() + seekSettleMs)
        if (trim.to >= duration) player.pause()
        else void player.seek(trim.to)
        scene.head.write(clampSeekTime(trim.to, duration))
        return
      }
      scene.head.write(time)
      if (!isMoving) return
      const view = scene.view.read()
      const followed = follow(view, duration, time)
      if (followed === view) scene.isFollowing.write(true)
      else if (scene.isFollowing.read()) scene.view.write(followed)
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

export type PlayHeadController = {
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

type ControlledScene = Pick<TimelineScene, 'head' | 'holdUntil' | 'isFollowing' | 'duration'>
type ControlledPlayback = {
  readonly seek: (time: Ms) => void
  readonly playback: {
    readonly player: Pick<MediaPlayer, 'seek'> | null
    readonly state: Pick<PlayerState, 'play'> | null
  }
}

export function usePlayHeadController(scene: TimelineScene, controller: VideoEditorController): PlayHeadController {
  const latest = useLatest(controller)
  const [playHead] = useState(() => createPlayHeadController(scene, () => latest.current))
  return playHead
}

export function createPlayHeadController(
  scene: ControlledScene,
  controller: () => ControlledPlayback,
): PlayHeadController {
  let wanted: Ms | null = null
  let isBusy = false
  let isPeeking = false
  const put = (time: Ms): Ms => {
    const at = clampSeekTime(time, scene.duration())
    scene.head.write(at)
    scene.isFollowing.write(true)
    return at
  }
  const next = async () => {
    if (isBusy) return
    isBusy = true
    while (wanted !== null) {
      const time = wanted
      wanted = null
      await controller().playback.player?.seek(time)
    }
    isBusy = false
  }
  return {
    seek(time) {
      const at = put(time)
      wanted = null
      scene.holdUntil.write(performance.now() + seekSettleMs)
      controller().seek(at)
    },
    scrub(time) {
      wanted = put(time)
      scene.holdUntil.write(Infinity)
      void next()
    },
    release() {
      scene.holdUntil.write(performance.now() + seekSettleMs)
      void next()
    },
    peek(time) {
      const play = controller().playback.state?.play
      if (play === 'playing' || play === 'waiting') return
      isPeeking = true
      wanted = clampSeekTime(time, scene.duration())
      scene.holdUntil.write(Infinity)
      void next()
    },
    endPeek() {
      if (!isPeeking) return
      isPeeking = false
      wanted = scene.head.read()
      scene.holdUntil.write(performance.now() + seekSettleMs)
      void next()
    },
  }
}
