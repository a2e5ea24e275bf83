import { Loader } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNextFilled,
  IconPlayerTrackPrevFilled,
  IconReload,
  IconAlertCircle,
} from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import {
  positionsOf,
  type ParagraphPosition,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { openShortcuts } from '../../ui/shortcuts/open-shortcuts.ts'
import { usePageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'
import { CaptionLine, noCaptions, useCaptions, type ShownCaptions } from './captions.tsx'
import { isPictureInPictureAvailable, togglePictureInPicture } from '../player/picture-in-picture.ts'
import { stepSpeed, stepVolume, toggleMute, type PlayerCommand } from '../player/player.rules.ts'
import { PlayerControls } from './player-controls.tsx'
import { DetectionLayer, useDetectionIsOn, type TextDetection } from '../../screen-text/index.ts'
import { BurstLayer } from '../reactions/burst-layer.tsx'
import { ReactionControls } from '../reactions/reaction-controls.tsx'
import { useReactionPicker } from '../reactions/use-reaction-picker.ts'
import type { MarkersController } from '../reactions/use-timeline-markers.ts'
import { PlayerMarkers } from '../reactions/player-markers.tsx'
import { ScrubBar } from './scrub-bar.tsx'
import type { StoryboardAt } from '../storyboard-thumbnail.tsx'
import * as texts from '../texts.ts'
import type { Playback } from './use-media-player.ts'
import { useAutoHide, useFullscreen, useHasLasted, usePlayerKeys, type TheatreMode } from './use-player-stage.ts'
import { useTaps, type TapSeek } from './use-taps.ts'
import styles from './video-player.module.css'
import { describeFault, type PlayerFault } from '../player/engine.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import resumeNoticeStyles from './resume-notice.module.css'

type VideoPlayerProps = {
  playback: Playback
  tree: ParagraphTree
  time: Ms
  duration: Ms
  paragraphAt: (time: Ms) => ParagraphPosition | null
  storyboardAt: StoryboardAt
  posterUrl: string | null
  /** Of the file played at a time, for fault messages. */
  urlAt: (time: Ms) => string | null | undefined
  captions?: ShownCaptions
  /** The stored position where playback resumes; null if it starts from the beginning. */
  resumedAt?: Ms | null
  /** Comments and reactions. */
  markersController?: MarkersController | null
  theatre: TheatreMode
  /** Text detection in the paused frame. */
  detection: TextDetection
}

/** A little more than a frame at 30 per second. */
const frameStepMs: Ms = 34

const loadShortcuts = () => import('./player-shortcuts.ts').then(({ playerShortcuts }) => playerShortcuts)

/** Shorter stalls show no spinner. */
const stallMs = 300

export function VideoPlayer(props: VideoPlayerProps) {
  const { playback, tree, time, duration, paragraphAt, storyboardAt, posterUrl } = props
  const { captions = noCaptions, resumedAt = null, markersController = null } = props
  const { player, state } = playback
  const play = state?.play ?? 'loading'
  const isPlaying = play === 'playing' || play === 'waiting'
  const stage = useRef<HTMLDivElement>(null)
  const fullscreen = useFullscreen(stage)
  const { isAwake, wake, sleep } = useAutoHide(play === 'playing')
  const [hasBegun, setBegun] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const usedCaptions = useCaptions(captions)
  const isDetecting = useDetectionIsOn(props.detection)

  const seek = useCallback((to: Ms) => void player?.seek(Math.min(duration, Math.max(0, to))), [player, duration])
  const toggle = () => {
    setBegun(true)
    player?.toggle()
  }
  const { tapSeek, handlers } = useTaps({
    hasNotStarted: !hasBegun,
    isAwake,
    isPlaying,
    onToggle: toggle,
    onFullscreen: fullscreen.toggle,
    onSeekBy: (by) => seek(time + by),
    wake,
    sleep,
  })

  const reactionPicker = useReactionPicker({
    controller: markersController,
    tree,
    getTime: () => player?.time() ?? time,
    // Nothing beside the picture is visible in fullscreen.
    onOpenPanel: () => fullscreen.isOn && fullscreen.toggle(),
  })
  const detectText = () => {
    setBegun(true)
    props.detection.toggle()
  }
  const openPictureInPicture =
    player && isPictureInPictureAvailable() ? () => void togglePictureInPicture(player) : null
  const run = (command: PlayerCommand) => {
    wake()
    switch (command.type) {
      case 'toggle':
        return toggle()
      case 'mute':
        return playback.changeVolume(toggleMute(playback.volume))
      case 'fullscreen':
        return fullscreen.toggle()
      case 'theatre':
        return fullscreen.isOn ? undefined : props.theatre.toggle()
      case 'pictureInPicture':
        return openPictureInPicture?.()
      case 'seekBy':
        return seek(time + command.by)
      case 'seekTo':
        return seek(command.share * duration)
      case 'speed':
        return playback.changeSpeed(stepSpeed(playback.speed, command.by))
      case 'volume':
        return playback.changeVolume(stepVolume(playback.volume, command.by))
      case 'frame':
        return seek(time + command.by * frameStepMs)
      case 'paragraph':
        return seek(neighbourStart(tree, time, command.by))
      case 'captions':
        return usedCaptions?.toggle()
      case 'detectText':
        return detectText()
      case 'react':
        return reactionPicker?.setPicking(true)
      case 'comment':
        return reactionPicker?.comment()
      case 'shortcuts':
        // Dialogs are not visible in fullscreen.
        if (fullscreen.isOn) fullscreen.toggle()
        openShortcuts()
    }
  }
  usePlayerKeys(run)
  usePageShortcuts(loadShortcuts)

  const isStalled = useHasLasted(play === 'waiting' || (play === 'loading' && hasBegun), stallMs)
  // The poster is shown until there is a frame.
  const isFirst = time === 0 && (!hasBegun || play === 'loading' || play === 'waiting')
  const isCovered = isFirst && play !== 'playing' && posterUrl !== null && !isDetecting
  const hasControls = play !== 'error' || hasBegun

  return (
    <div
      ref={stage}
      data-stage
      className={styles.player}
      data-awake={isAwake || isMenuOpen || reactionPicker?.isPicking || play !== 'playing' || undefined}
      data-begun={hasBegun || undefined}
      data-detecting={isDetecting || undefined}
      data-full={(fullscreen.isOn && fullscreen.isOwn) || undefined}
      onPointerMove={(event) => event.pointerType === 'mouse' && wake()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && isPlaying && sleep()}
      onFocus={wake}
    >
      <Picture playback={playback} handlers={handlers} />
      {isCovered && <img className={styles.poster} src={posterUrl} alt="" />}
      {markersController && (
        <BurstLayer
          player={player}
          isPlaying={play === 'playing'}
          duration={duration}
          markers={markersController.markers}
          latest={reactionPicker?.lastReaction ?? null}
        />
      )}
      {usedCaptions?.isOn && <CaptionLine captions={captions.captions} time={time} size={usedCaptions.size} />}
      {resumedAt !== null && <ResumeNotice from={resumedAt} hasStarted={hasBegun} onStartOver={() => seek(0)} />}
      {play === 'error' && (
        <PlayerFaultMessage fault={state?.fault ?? null} url={props.urlAt(time)} onRetry={() => player?.retry()} />
      )}
      {isDetecting && <DetectionLayer detection={props.detection} />}
      {isStalled && !isDetecting && <Loader className={styles.loader} color="white" size={44} type="oval" />}
      {tapSeek && <SeekHint tapSeek={tapSeek} />}
      {!isStalled && play !== 'error' && !tapSeek && !isDetecting && (
        <CentreButton
          kind={!hasBegun && play === 'paused' ? 'begin' : play === 'ended' ? 'again' : isPlaying ? 'pause' : 'play'}
          onClick={toggle}
        />
      )}
      {hasControls && (
        <div className={styles.controls} onPointerUp={wake}>
          {markersController && fullscreen.isOn && (
            <PlayerMarkers controller={markersController} duration={duration} onSeek={seek} isFullscreen />
          )}
          <ScrubBar
            player={player}
            isPlaying={play === 'playing'}
            tree={tree}
            time={time}
            duration={duration}
            paragraphAt={paragraphAt}
            storyboardAt={storyboardAt}
            onSeek={seek}
          />
          <PlayerControls
            playback={playback}
            time={time}
            duration={duration}
            isPlaying={isPlaying}
            isEnded={play === 'ended'}
            onToggle={toggle}
            fullscreen={fullscreen}
            theatre={props.theatre}
            onMenu={setMenuOpen}
            captions={usedCaptions}
            onPictureInPicture={openPictureInPicture}
            onDetectText={detectText}
            reactionControls={
              reactionPicker && (
                <ReactionControls
                  isPicking={reactionPicker.isPicking}
                  onPicking={reactionPicker.setPicking}
                  onPick={reactionPicker.pick}
                  onComment={reactionPicker.comment}
                  isPortalled={!fullscreen.isOn}
                />
              )
            }
          />
        </div>
      )}
    </div>
  )
}

type PictureProps = { playback: Playback; handlers: ReturnType<typeof useTaps>['handlers'] }

/** The container of the engine's element. */
function Picture({ playback: { player }, handlers }: PictureProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!player || !container.current) return
    container.current.replaceChildren(player.element)
  }, [player])
  // For pointers and touch only; the keyboard has shortcuts.
  return <div ref={container} className={styles.picture} aria-hidden {...handlers} />
}

const centreButtons = {
  begin: { label: texts.playTheVideo, icon: <IconPlayerPlayFilled /> },
  again: { label: texts.watchAgain, icon: <IconReload /> },
  play: { label: texts.play, icon: <IconPlayerPlayFilled /> },
  pause: { label: texts.pause, icon: <IconPlayerPauseFilled /> },
} as const satisfies Record<string, { label: string; icon: ReactNode }>

/**
 * Shown to everyone before playback starts and after it ends; in between for touch only, where small buttons are hard
 * to hit.
 */
function CentreButton({ kind, onClick }: { kind: keyof typeof centreButtons; onClick: () => void }) {
  const { label, icon } = centreButtons[kind]
  const isDuplicate = kind === 'play' || kind === 'pause'
  return (
    <button
      type="button"
      className={styles.centre}
      data-look={kind}
      aria-label={label}
      aria-hidden={isDuplicate || undefined}
      tabIndex={isDuplicate ? -1 : undefined}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}

const SeekHint = ({ tapSeek: { side, seconds } }: { tapSeek: TapSeek }) => (
  <div className={styles.tapSeek} data-side={side} aria-live="polite">
    {side === 'back' ? <IconPlayerTrackPrevFilled aria-hidden /> : <IconPlayerTrackNextFilled aria-hidden />}
    <span className="kr-num">{texts.sideSecondsS(side === 'back' ? '−' : '+', seconds)}</span>
  </div>
)

/** Beyond this time into a paragraph, 'previous' goes to its own start. */
const paragraphRestartMs: Ms = 2000

function neighbourStart(tree: ParagraphTree, time: Ms, by: 1 | -1): Ms {
  const starts = positionsOf(tree).map(({ start }) => start)
  if (by === 1) return starts.find((start) => start > time) ?? time
  return starts.findLast((start) => start < time - paragraphRestartMs) ?? 0
}

type PlayerFaultMessageProps = {
  fault: PlayerFault | null
  /** URL of the file that was to be played, if known. */
  url: string | null | undefined
  onRetry: () => void
}

/** The problem, its file and a retry button; shown over the picture. */
function PlayerFaultMessage({ fault, url, onRetry }: PlayerFaultMessageProps) {
  const { title, reason, source } = describeFault(fault, url)
  return (
    <div className={styles.fault} role="alert">
      <IconAlertCircle aria-hidden />
      <p className={styles.faultTitle}>{title}</p>
      <p>{reason}</p>
      {source !== null && <p className={styles.faultSource}>{source}</p>}
      <button type="button" onClick={onRetry}>
        {texts.tryAgain}
      </button>
    </div>
  )
}

type ResumeNoticeProps = { from: Ms; hasStarted: boolean; onStartOver: () => void }

/**
 * Says that playback continues at the stored position, and offers the start. Hidden once playback starts or something
 * else is chosen.
 */
function ResumeNotice({ from, hasStarted, onStartOver }: ResumeNoticeProps) {
  const [isGone, setGone] = useState(false)
  if (isGone || hasStarted) return null
  return (
    <div className={resumeNoticeStyles.notice} role="status">
      <span>
        {texts.continuesAt}
        <span className="kr-num">{timeLabel(from)}</span>
      </span>
      <button
        type="button"
        onClick={() => {
          setGone(true)
          onStartOver()
        }}
      >
        {texts.startOver}
      </button>
    </div>
  )
}
