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
  IconTextScan2,
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
import { loudnessOf, setSliderVolume, speeds, toggleMute } from '../player/player.rules.ts'
import { ReactionPicker } from '../reactions/reaction-picker.tsx'
import type { ReactionPickerState } from '../reactions/use-reaction-picker.ts'
import type { EditorCommands } from './editor-commands.ts'
import { useDrawing } from './signal.ts'
import * as texts from './texts.ts'
import type { TimelineScene } from './timeline-scene.ts'
import type { VideoEditorController } from './video-editor-controller.ts'
import styles from './timeline-toolbar.module.css'

type TimelineToolbarProps = {
  scene: TimelineScene
  controller: VideoEditorController
  commands: EditorCommands
  /** Null if the person may not react. */
  reactionPicker: ReactionPickerState | null
  onInsertRecording: (() => void) | null
  onDetectText: () => void
  isDetecting: boolean
  downloadButton: ReactNode
}

const hourMs = 3_600_000

/** The tools for the whole recording; while trimming, the range and its actions. */
export function TimelineToolbar(props: TimelineToolbarProps) {
  const { scene, controller, commands, reactionPicker, onInsertRecording, downloadButton } = props
  const play = controller.playback.state?.play
  const isPlaying = play === 'playing' || play === 'waiting'
  const isTrimming = controller.trim !== null
  const isEmpty = controller.duration === 0
  return (
    <div
      className={styles.tools}
      role="toolbar"
      aria-label={texts.editingTools}
      data-trimming={isTrimming || undefined}
      data-long={controller.duration >= hourMs || undefined}
    >
      <span className={styles.playing}>
        <Tool label={texts.previousParagraph} keys="[" isDisabled={isEmpty} onClick={() => commands.skipParagraph(-1)}>
          <IconPlayerTrackPrev />
        </Tool>
        <Tool
          label={isPlaying ? texts.pause : texts.play}
          keys="Space"
          isDisabled={isEmpty}
          onClick={commands.togglePlay}
        >
          {isPlaying ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
        </Tool>
        <Tool label={texts.nextParagraph} keys="]" isDisabled={isEmpty} onClick={() => commands.skipParagraph(1)}>
          <IconPlayerTrackNext />
        </Tool>
        <Clock scene={scene} duration={controller.duration} />
      </span>
      <span className={styles.group}>
        <Tool label={texts.undo} keys={`${commandKey} Z`} isDisabled={controller.undo === null} onClick={commands.undo}>
          <IconArrowBackUp />
        </Tool>
        <Tool
          label={texts.redo}
          keys={`${commandKey} Shift Z`}
          isDisabled={controller.redo === null}
          onClick={commands.redo}
        >
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
            <TrimLabel scene={scene} />
            <Button variant="subtle" onClick={commands.cancelTrim}>
              {texts.cancel}
            </Button>
            <Button variant="fill" onClick={commands.applyTrim}>
              {texts.apply}
            </Button>
          </>
        ) : (
          <>
            <LabelledTool
              label={texts.addParagraph}
              keys="P"
              icon={<IconPlus />}
              isDisabled={isEmpty}
              onClick={commands.split}
            />
            <LabelledTool
              label={texts.trim}
              keys="T"
              icon={<IconScissors />}
              isDisabled={isEmpty}
              onClick={commands.toggleTrim}
            />
            {onInsertRecording && (
              <LabelledTool
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
        {reactionPicker && <ReactTool reactionPicker={reactionPicker} />}
        <Tool
          label={texts.detectText}
          keys="O"
          isDisabled={isEmpty}
          isPressed={props.isDetecting}
          onClick={props.onDetectText}
        >
          <IconTextScan2 />
        </Tool>
        {downloadButton}
        <VolumeTool controller={controller} />
        <SpeedTool controller={controller} />
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
  isDisabled?: boolean
  isPressed?: boolean
  /** For a button that opens something: whether it is open. */
  isExpanded?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, keys, isDisabled = false, isPressed, isExpanded, onClick, children }: ToolProps) {
  return (
    <Tooltip label={<Hint label={label} keys={keys} />}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isPressed}
        aria-haspopup={isExpanded === undefined ? undefined : 'dialog'}
        aria-expanded={isExpanded}
        // Stays focusable when disabled; otherwise Undo would lose the focus through its own effect.
        aria-disabled={isDisabled || undefined}
        data-disabled={isDisabled || undefined}
        onClick={() => !isDisabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

type LabelledToolProps = {
  label: string
  /** The visible text, if parts of it are hidden in narrow layouts. */
  shownLabel?: ReactNode
  keys?: string
  icon: ReactNode
  isDisabled?: boolean
  onClick: () => void
}

function LabelledTool({ label, shownLabel = label, keys, icon, isDisabled = false, onClick }: LabelledToolProps) {
  return (
    <Tooltip label={<Hint label={label} keys={keys} />}>
      <Button
        variant="subtle"
        className={styles.word}
        leftSection={icon}
        aria-label={label}
        aria-keyshortcuts={keys}
        disabled={isDisabled}
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

function TrimLabel({ scene }: { scene: TimelineScene }) {
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

function ReactTool({ reactionPicker: { isPicking, setPicking, pick } }: { reactionPicker: ReactionPickerState }) {
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

function VolumeTool({ controller: { playback } }: { controller: VideoEditorController }) {
  const { volume, changeVolume } = playback
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
          onChange={(event) => changeVolume(setSliderVolume(volume, Number(event.currentTarget.value)))}
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

function SpeedTool({ controller: { playback } }: { controller: VideoEditorController }) {
  return (
    <Menu position="top">
      <Menu.Target>
        <Button variant="subtle" className={styles.speed} aria-label={texts.speedTimes(playback.speed)}>
          {playback.speed}×
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {speeds.map((speed) => (
          <Menu.Item
            key={speed}
            aria-current={speed === playback.speed || undefined}
            onClick={() => playback.changeSpeed(speed)}
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
