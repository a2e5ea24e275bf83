import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircle,
  IconMagnet,
  IconMoodPlus,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconPlus,
  IconScissors,
  IconVolume,
  IconVolume2,
  IconVolume3,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react'
import { commandKey } from '../../ui/command-key.ts'
import { clockLabel, lengthLabel } from '../timeline/spoken-time.ts'
import { timeLabel, zoomShare } from '../timeline/timeline-geometry.ts'
import { loudnessOf, slideVolume, speeds, toggleMute } from '../player/player.rules.ts'
import { ReactionPicker } from '../reactions/reaction-picker.tsx'
import type { GivingReactions } from '../reactions/use-giving-reactions.ts'
import type { EditorCommands } from './editor-commands.ts'
import { useDrawing } from './signal.ts'
import * as texts from './texts.ts'
import type { TimelineScene } from './timeline-scene.ts'
import type { VideoDesk } from './video-desk.ts'
import styles from './timeline-toolbar.module.css'

type TimelineToolbarProps = {
  scene: TimelineScene
  desk: VideoDesk
  commands: EditorCommands
  /** Null if the person may not react. */
  giving: GivingReactions | null
  onInsertRecording: (() => void) | null
  downloadButton: ReactNode
}

const anHour = 3_600_000

/** The tools for the whole recording; while trimming, the range and its actions. */
export function TimelineToolbar(props: TimelineToolbarProps) {
  const { scene, desk, commands, giving, onInsertRecording, downloadButton } = props
  const play = desk.used.state?.play
  const isPlaying = play === 'playing' || play === 'waiting'
  const isTrimming = desk.trim !== null
  const isEmpty = desk.duration === 0
  return (
    <div
      className={styles.tools}
      role="toolbar"
      aria-label={texts.editingTools}
      data-trimming={isTrimming || undefined}
      data-long={desk.duration >= anHour || undefined}
    >
      <span className={styles.playing}>
        <Tool label={texts.previousParagraph} keys="[" isOff={isEmpty} onClick={() => commands.paragraph(-1)}>
          <IconPlayerTrackPrev />
        </Tool>
        <Tool label={isPlaying ? texts.pause : texts.play} keys="Space" isOff={isEmpty} onClick={commands.toggle}>
          {isPlaying ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        </Tool>
        <Tool label={texts.nextParagraph} keys="]" isOff={isEmpty} onClick={() => commands.paragraph(1)}>
          <IconPlayerTrackNext />
        </Tool>
        <Clock scene={scene} duration={desk.duration} />
      </span>
      <span className={styles.group}>
        <Tool label={texts.undo} keys={`${commandKey} Z`} isOff={desk.undo === null} onClick={commands.undo}>
          <IconArrowBackUp />
        </Tool>
        <Tool label={texts.redo} keys={`${commandKey} Shift Z`} isOff={desk.redo === null} onClick={commands.redo}>
          <IconArrowForwardUp />
        </Tool>
      </span>
      <span className={styles.editing}>
        {isTrimming ? (
          <>
            <span className={styles.trimMark}>
              <Tool label={texts.trim} keys="T" isPressed onClick={commands.toggleTrim}>
                <IconScissors />
              </Tool>
            </span>
            <TrimWords scene={scene} />
            <Button variant="subtle" onClick={commands.cancelTrim}>
              {texts.cancel}
            </Button>
            <Button variant="fill" onClick={commands.applyTrim}>
              {texts.apply}
            </Button>
          </>
        ) : (
          <>
            <WordTool
              label={texts.addParagraph}
              keys="P"
              icon={<IconPlus />}
              isOff={isEmpty}
              onClick={commands.split}
            />
            <WordTool
              label={texts.trim}
              keys="T"
              icon={<IconScissors />}
              isOff={isEmpty}
              onClick={commands.toggleTrim}
            />
            {onInsertRecording && (
              <WordTool
                label={texts.insertRecording}
                shownLabel={
                  <>
                    {texts.insert}
                    <span className={styles.moreWords}>{texts.recording}</span>
                  </>
                }
                icon={<IconCircle />}
                onClick={onInsertRecording}
              />
            )}
          </>
        )}
      </span>
      <span className={styles.hearing}>
        {giving && <ReactTool giving={giving} />}
        {downloadButton}
        <VolumeTool desk={desk} />
        <SpeedTool desk={desk} />
      </span>
      <span className={styles.viewing}>
        <SnapTool scene={scene} />
        <ZoomTools scene={scene} commands={commands} />
      </span>
    </div>
  )
}

type ToolProps = {
  label: string
  keys?: string
  isOff?: boolean
  isPressed?: boolean
  /** For a button that opens something: whether it is open. */
  isExpanded?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, keys, isOff = false, isPressed, isExpanded, onClick, children }: ToolProps) {
  return (
    <Tooltip label={<Hint label={label} keys={keys} />}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isPressed}
        aria-haspopup={isExpanded === undefined ? undefined : 'dialog'}
        aria-expanded={isExpanded}
        // Stays focusable when disabled; otherwise Undo would lose the focus through its own effect.
        aria-disabled={isOff || undefined}
        data-disabled={isOff || undefined}
        onClick={() => !isOff && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

type WordToolProps = {
  label: string
  /** The visible text, if parts of it are hidden in narrow layouts. */
  shownLabel?: ReactNode
  keys?: string
  icon: ReactNode
  isOff?: boolean
  onClick: () => void
}

function WordTool({ label, shownLabel = label, keys, icon, isOff = false, onClick }: WordToolProps) {
  return (
    <Tooltip label={<Hint label={label} keys={keys} />}>
      <Button
        variant="subtle"
        className={styles.word}
        leftSection={icon}
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={isOff}
        onClick={onClick}
      >
        <span className={styles.label}>{shownLabel}</span>
      </Button>
    </Tooltip>
  )
}

function Hint({ label, keys }: { label: string; keys: string | undefined }) {
  if (keys === undefined) return label
  return (
    <span className={styles.hint}>
      {label} <kbd>{keys}</kbd>
    </span>
  )
}

/** The time of the play head, written in each frame. */
function Clock({ scene, duration }: { scene: TimelineScene; duration: number }) {
  const clock = useRef<HTMLSpanElement>(null)
  useDrawing([scene.head], () => {
    if (clock.current) clock.current.textContent = clockLabel(scene.head.read())
  })
  return (
    <span className={styles.clocks}>
      <span ref={clock} className={styles.clock} style={{ minWidth: clockWidth(duration) }} />
      <span className={styles.whole}>/ {timeLabel(duration)}</span>
    </span>
  )
}

/** Reserves room for the longest time so that nothing beside it moves: digits have equal widths, separators do not. */
function clockWidth(duration: number): string {
  const label = clockLabel(duration)
  const figures = label.replaceAll(/\D/g, '').length
  return `calc(${figures}ch + ${(label.length - figures) * 0.3}em)`
}

function TrimWords({ scene }: { scene: TimelineScene }) {
  const length = useRef<HTMLElement>(null)
  const range = useRef<HTMLSpanElement>(null)
  useDrawing([scene.trim], () => {
    const trim = scene.trim.read()
    if (!trim || !length.current || !range.current) return
    length.current.textContent = texts.removeTo(lengthLabel(trim.to - trim.from))
    range.current.textContent = `${timeLabel(trim.from)} – ${timeLabel(trim.to)}`
  })
  return (
    <span className={styles.trim}>
      <b ref={length} /> <span ref={range} />
    </span>
  )
}

function ReactTool({ giving: { isPicking, setPicking, pick } }: { giving: GivingReactions }) {
  return (
    <ReactionPicker isOpened={isPicking} onChange={setPicking} onPick={pick}>
      <span>
        <Tool label={texts.react} keys="E" isExpanded={isPicking} onClick={() => setPicking(!isPicking)}>
          <IconMoodPlus />
        </Tool>
      </span>
    </ReactionPicker>
  )
}

const loudnessIcons = { muted: IconVolume3, low: IconVolume2, high: IconVolume }

function VolumeTool({ desk: { used } }: { desk: VideoDesk }) {
  const { volume, changeVolume } = used
  const loudness = loudnessOf(volume.level)
  const Icon = loudnessIcons[loudness]
  return (
    <span className={styles.volume}>
      <span className={styles.loudness}>
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={100}
          step={1}
          value={Math.round(volume.level)}
          style={{ '--share': volume.level / 100 } as CSSProperties}
          aria-label={texts.volume}
          onChange={(event) => changeVolume(slideVolume(volume, Number(event.currentTarget.value)))}
        />
      </span>
      <Tool
        label={loudness === 'muted' ? texts.unmute : texts.mute}
        keys="M"
        onClick={() => changeVolume(toggleMute(volume))}
      >
        <Icon />
      </Tool>
    </span>
  )
}

function SpeedTool({ desk: { used } }: { desk: VideoDesk }) {
  return (
    <Menu position="top">
      <Menu.Target>
        <Button variant="subtle" className={styles.speed} aria-label={texts.speedSpeedTimes(used.speed)}>
          {used.speed}×
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {speeds.map((speed) => (
          <Menu.Item
            key={speed}
            aria-current={speed === used.speed || undefined}
            onClick={() => used.changeSpeed(speed)}
          >
            <span className="kr-num">{speed}×</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SnapTool({ scene: { isSnapping } }: { scene: TimelineScene }) {
  const isOn = useSyncExternalStore(isSnapping.subscribe, isSnapping.read)
  return (
    <Tool label={texts.snapToParagraphs} isPressed={isOn} onClick={() => isSnapping.write(!isOn)}>
      <IconMagnet />
    </Tool>
  )
}

/** Number of steps from everything visible to the closest zoom. */
const zoomSteps = 100

function ZoomTools({ scene, commands }: { scene: TimelineScene; commands: EditorCommands }) {
  const slider = useRef<HTMLInputElement>(null)
  useDrawing([scene.view, scene.tree], () => {
    if (!slider.current) return
    const share = zoomShare(scene.view.read(), scene.duration())
    slider.current.value = String(Math.round(share * zoomSteps))
    slider.current.style.setProperty('--share', String(share))
    slider.current.ariaValueText = texts.sharePercent(Math.round(share * 100))
  })
  return (
    <span className={styles.zoom}>
      <Tool label={texts.zoomOut} keys="−" onClick={() => commands.zoom(-1)}>
        <IconZoomOut />
      </Tool>
      <input
        ref={slider}
        type="range"
        className={styles.slider}
        min={0}
        max={zoomSteps}
        defaultValue={0}
        aria-label={texts.zoom}
        onInput={(event) => commands.zoomTo(Number(event.currentTarget.value) / zoomSteps)}
      />
      <Tool label={texts.zoomIn} keys="+" onClick={() => commands.zoom(1)}>
        <IconZoomIn />
      </Tool>
    </span>
  )
}
