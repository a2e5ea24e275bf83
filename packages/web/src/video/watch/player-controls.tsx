import { Menu, Tooltip } from '@mantine/core'
import {
  IconBadgeCc,
  IconBadgeCcFilled,
  IconCheck,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRectangle,
  IconReload,
  IconTextScan2,
  IconVolume,
  IconVolume2,
  IconVolume3,
} from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { captionSizes, type CaptionsSetting } from './captions.tsx'
import { loudnessOf, setSliderVolume, speeds, toggleMute } from '../player/player.rules.ts'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import type { Playback } from './use-media-player.ts'
import type { TheatreMode } from './use-player-stage.ts'
import styles from './player-controls.module.css'

type PlayerControlsProps = {
  playback: Playback
  time: Ms
  duration: Ms
  isPlaying: boolean
  isEnded: boolean
  onToggle: () => void
  fullscreen: { readonly isOn: boolean; readonly toggle: () => void }
  theatre: TheatreMode
  /** Null if there are none. */
  captions: CaptionsSetting | null
  onDetectText: () => void
  /** Null if the browser has none. */
  onPictureInPicture: (() => void) | null
  /** The controls for reacting to and commenting on the current moment. */
  reactionControls?: ReactNode
  /** The controls stay while a menu is open. */
  onMenu: (isOpen: boolean) => void
}

const loudnessIcons = { muted: IconVolume3, low: IconVolume2, high: IconVolume }

export function PlayerControls(props: PlayerControlsProps) {
  const {
    playback,
    time,
    duration,
    isPlaying,
    isEnded,
    onToggle,
    fullscreen,
    theatre,
    captions,
    onPictureInPicture,
    onDetectText,
    onMenu,
  } = props
  return (
    <div className={styles.row}>
      <Control label={isPlaying ? texts.pause : isEnded ? texts.playAgain : texts.play} shortcut="K" onClick={onToggle}>
        {isPlaying ? (
          <IconPlayerPauseFilled className={styles.large} />
        ) : isEnded ? (
          <IconReload />
        ) : (
          <IconPlayerPlayFilled className={styles.large} />
        )}
      </Control>
      <VolumeControl playback={playback} />
      <span className={styles.clock}>
        <span className="kr-num">{timeLabel(time)}</span> / <span className="kr-num">{timeLabel(duration)}</span>
      </span>
      <span className={styles.space} />
      {props.reactionControls}
      {/* Portals to the page body are not visible in fullscreen. */}
      <SpeedControl playback={playback} isPortalled={!fullscreen.isOn} onMenu={onMenu} />
      {captions && <CaptionsControl captions={captions} isPortalled={!fullscreen.isOn} onMenu={onMenu} />}
      <Control label={texts.detectText} shortcut="O" onClick={onDetectText}>
        <IconTextScan2 />
      </Control>
      {onPictureInPicture && (
        <span className={styles.window}>
          <Control label={texts.pictureInPicture} shortcut="P" onClick={onPictureInPicture}>
            <IconPictureInPicture />
          </Control>
        </span>
      )}
      {!fullscreen.isOn && (
        <span className={styles.theatre}>
          <Control
            label={theatre.isOn ? texts.leaveTheatreMode : texts.theatreMode}
            shortcut="T"
            onClick={theatre.toggle}
          >
            <IconRectangle />
          </Control>
        </span>
      )}
      <Control
        label={fullscreen.isOn ? texts.leaveFullScreen : texts.fullScreen}
        shortcut="F"
        onClick={fullscreen.toggle}
      >
        {fullscreen.isOn ? <IconMinimize /> : <IconMaximize />}
      </Control>
    </div>
  )
}

type ControlProps = {
  label: string
  shortcut?: string
  /** For a button that opens something: whether it is open. */
  isExpanded?: boolean
  onClick: () => void
  children: ReactNode
}

/** One button of the player. */
export function Control({ label, shortcut, isExpanded, onClick, children }: ControlProps) {
  return (
    <Tooltip label={shortcut === undefined ? label : <ShortcutLabel label={label} shortcut={shortcut} />}>
      <button
        type="button"
        className={styles.control}
        aria-label={label}
        aria-haspopup={isExpanded === undefined ? undefined : 'dialog'}
        aria-expanded={isExpanded}
        onClick={onClick}
      >
        {children}
      </button>
    </Tooltip>
  )
}

const ShortcutLabel = ({ label, shortcut }: { label: string; shortcut: string }) => (
  <>
    {label} <kbd className={styles.shortcut}>{shortcut}</kbd>
  </>
)

function VolumeControl({ playback: { volume, changeVolume } }: { playback: Playback }) {
  const loudness = loudnessOf(volume.level)
  const Icon = loudnessIcons[loudness]
  return (
    <span className={styles.volume}>
      <Control
        label={loudness === 'muted' ? texts.unmute : texts.mute}
        shortcut="M"
        onClick={() => changeVolume(toggleMute(volume))}
      >
        <Icon />
      </Control>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={Math.round(volume.level)}
        aria-label={texts.volume}
        style={{ '--level': `${volume.level}%` } as CSSProperties}
        onChange={(event) => changeVolume(setSliderVolume(volume, Number(event.currentTarget.value)))}
      />
    </span>
  )
}

type SpeedControlProps = { playback: Playback; isPortalled: boolean; onMenu: (isOpen: boolean) => void }

function SpeedControl({ playback: { speed, changeSpeed }, isPortalled, onMenu }: SpeedControlProps) {
  return (
    <Menu position="top" width={128} withinPortal={isPortalled} onChange={onMenu}>
      <Menu.Target>
        <button type="button" className={styles.speed} aria-label={texts.speedTimes(speed)}>
          {speed}×
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {speeds.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => changeSpeed(one)}
            aria-current={one === speed || undefined}
            rightSection={one === speed ? <IconCheck className="kr-icon-16" /> : undefined}
          >
            <span className="kr-num">{texts.speedLabel(one)}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type CaptionsControlProps = { captions: CaptionsSetting; isPortalled: boolean; onMenu: (isOpen: boolean) => void }

function CaptionsControl({ captions, isPortalled, onMenu }: CaptionsControlProps) {
  const check = <IconCheck className="kr-icon-16" />
  return (
    <Menu position="top" width={160} withinPortal={isPortalled} onChange={onMenu}>
      <Menu.Target>
        <button type="button" className={styles.control} aria-label={texts.captions}>
          {captions.isOn ? <IconBadgeCcFilled /> : <IconBadgeCc />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.captionsWithKey}</Menu.Label>
        <Menu.Item
          onClick={() => captions.isOn && captions.toggle()}
          aria-current={!captions.isOn || undefined}
          rightSection={captions.isOn ? undefined : check}
        >
          {texts.captionsOff}
        </Menu.Item>
        {captionSizes.map((size) => {
          const isChosen = captions.isOn && captions.size === size
          return (
            <Menu.Item
              key={size}
              onClick={() => captions.setSize(size)}
              aria-current={isChosen || undefined}
              rightSection={isChosen ? check : undefined}
            >
              {texts.captionSizes[size]}
            </Menu.Item>
          )
        })}
        {captions.tracks && <Menu.Label>{texts.captionsLanguage}</Menu.Label>}
        {captions.tracks &&
          [null, ...captions.tracks.languages].map((language) => {
            const isChosen = captions.tracks?.language === language
            return (
              <Menu.Item
                key={language}
                onClick={() => captions.tracks?.onChoose(language)}
                aria-current={isChosen || undefined}
                rightSection={isChosen ? check : undefined}
              >
                {language ?? texts.captionsOriginal}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
