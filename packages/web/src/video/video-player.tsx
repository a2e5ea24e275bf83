import { Loader } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { placesOf, rangeOf, type ParagraphPlace, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { PlayerControls } from './player-controls.tsx'
import { commandOf, stepSpeed, stepVolume, toggleMute, type PlayerCommand } from './player/player.rules.ts'
import { ScrubBar } from './scrub-bar.tsx'
import type { StoryboardAt } from './storyboard-picture.tsx'
import type { UsedPlayer } from './use-media-player.ts'
import styles from './video-player.module.css'

type VideoPlayerProps = {
  used: UsedPlayer
  tree: ParagraphTree
  time: Ms
  duration: Ms
  paragraphAt: (time: Ms) => ParagraphPlace | null
  storyboardAt: StoryboardAt
  posterUrl: string | null
}

/** Controls leave the picture alone after this long without a movement. */
const fadeMs = 2000

export function VideoPlayer(props: VideoPlayerProps) {
  const { used, tree, time, duration, paragraphAt, storyboardAt, posterUrl } = props
  const { player, state } = used
  const stage = useRef<HTMLDivElement>(null)
  const fullscreen = useFullscreen(stage)
  const { isAwake, wake } = useFading(state?.play === 'playing')
  const [hasBegun, setBegun] = useState(false)

  const seek = (to: Ms) => void player?.seek(to)
  const toggle = () => {
    setBegun(true)
    player?.toggle()
  }

  const run = (command: PlayerCommand) => {
    wake()
    switch (command.type) {
      case 'toggle':
        return toggle()
      case 'mute':
        return used.changeVolume(toggleMute(used.volume))
      case 'fullscreen':
        return fullscreen.toggle()
      case 'pictureInPicture':
        return void pictureInPicture(stage.current)
      case 'seekBy':
        return seek(time + command.by)
      case 'seekTo':
        return seek(command.share * duration)
      case 'speed':
        return used.changeSpeed(stepSpeed(used.speed, command.by))
      case 'volume':
        return used.changeVolume(stepVolume(used.volume, command.by))
      case 'frame':
        return seek(time + command.by * 34)
      case 'paragraph':
        return seek(neighbourStart(tree, time, command.by))
      case 'captions':
      case 'shortcuts':
    }
  }
  usePlayerKeys(run)

  const isStalled = state?.play === 'waiting' || (state?.play === 'loading' && hasBegun)
  const parts = tree.map((paragraph) => rangeOf(tree, paragraph.id))
  const isCovered = !hasBegun && state?.play !== 'playing' && time === 0 && posterUrl !== null

  return (
    <div
      ref={stage}
      className={styles.player}
      data-awake={isAwake || state?.play !== 'playing' || undefined}
      onPointerMove={wake}
      onFocus={wake}
    >
      <Picture used={used} onClick={toggle} />
      {isCovered && <img className={styles.poster} src={posterUrl} alt="" />}
      {state?.play === 'error' && (
        <div className={styles.fault} role="alert">
          <p>{state.fault?.kind === 'source' ? 'Cannot load video' : 'The video stopped'}</p>
          <button
            type="button"
            onClick={() => {
              void player?.seek(time)
              player?.play()
            }}
          >
            Try again
          </button>
        </div>
      )}
      {isStalled && <Loader className={styles.loader} color="white" />}
      {!hasBegun && state?.play === 'paused' && (
        <button type="button" className={styles.begin} aria-label="Play the video" onClick={toggle}>
          <IconPlayerPlayFilled />
        </button>
      )}
      <div className={styles.controls}>
        <ScrubBar
          time={time}
          duration={duration}
          parts={parts}
          paragraphAt={paragraphAt}
          storyboardAt={storyboardAt}
          onSeek={seek}
        />
        <PlayerControls
          used={used}
          time={time}
          duration={duration}
          isPlaying={state?.play === 'playing' || state?.play === 'waiting'}
          onToggle={toggle}
          fullscreen={fullscreen}
          onPictureInPicture={
            state?.kind === 'native' && 'pictureInPictureEnabled' in document
              ? () => void pictureInPicture(stage.current)
              : null
          }
        />
      </div>
    </div>
  )
}

/** Where the engine's own element is put. */
function Picture({ used: { player }, onClick }: { used: UsedPlayer; onClick: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!player || !place.current) return
    place.current.replaceChildren(player.element)
  }, [player])
  // Keys have their own way in; this is for the pointer alone.
  return <div ref={place} className={styles.picture} onClick={onClick} aria-hidden />
}

/** A little into a paragraph its own beginning is meant, not the one before. */
const backToOwnStart: Ms = 2000

function neighbourStart(tree: ParagraphTree, time: Ms, by: 1 | -1): Ms {
  const starts = placesOf(tree).map(({ start }) => start)
  if (by === 1) return starts.find((start) => start > time) ?? time
  return starts.findLast((start) => start < time - backToOwnStart) ?? 0
}

async function pictureInPicture(stage: HTMLElement | null): Promise<void> {
  const video = stage?.querySelector('video')
  try {
    if (document.pictureInPictureElement) await document.exitPictureInPicture()
    else await video?.requestPictureInPicture()
  } catch {
    // Refused by the browser or its settings: the video stays where it is.
  }
}

function useFullscreen(stage: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const read = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === stage.current)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [stage])
  return {
    isOn,
    toggle: () => void (isOn ? document.exitFullscreen() : stage.current?.requestFullscreen())?.catch(() => undefined),
  }
}

function useFading(isPlaying: boolean) {
  const [isAwake, setAwake] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = () => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), fadeMs)
  }
  useEffect(() => {
    if (!isPlaying) return
    timer.current = setTimeout(() => setAwake(false), fadeMs)
    return () => clearTimeout(timer.current)
  }, [isPlaying])
  return { isAwake, wake }
}

/** On the whole page, unless somebody types, is in a dialog or a menu, or on a control that has keys of its own. */
function usePlayerKeys(run: (command: PlayerCommand) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const isTyping =
        target.isContentEditable || target.closest('input, textarea, select, [role="menu"], [role="tree"]')
      const isPressed = event.key === ' ' && target.closest('button, a, [role="tab"]')
      if (isTyping || isPressed) return
      const command = commandOf({
        key: event.key,
        code: event.code,
        isModified: event.ctrlKey || event.metaKey || event.altKey,
        isShift: event.shiftKey,
      })
      if (command === null || command.type === 'shortcuts' || command.type === 'captions') return
      event.preventDefault()
      latest.current(command)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
