import { Menu, Tooltip } from '@mantine/core'
import {
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconVolume,
  IconVolume2,
  IconVolume3,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { loudnessOf, slideVolume, speeds, toggleMute } from './player/player.rules.ts'
import { timeLabel } from './timeline/timeline-geometry.ts'
import type { UsedPlayer } from './use-media-player.ts'
import styles from './video-player.module.css'

type PlayerControlsProps = {
  used: UsedPlayer
  time: Ms
  duration: Ms
  isPlaying: boolean
  onToggle: () => void
  fullscreen: { readonly isOn: boolean; readonly toggle: () => void }
  /** Null where the browser has none for what plays. */
  onPictureInPicture: (() => void) | null
}

const loudnessIcons = { muted: IconVolume3, low: IconVolume2, high: IconVolume }

export function PlayerControls(props: PlayerControlsProps) {
  const { used, time, duration, isPlaying, onToggle, fullscreen, onPictureInPicture } = props
  return (
    <div className={styles.row}>
      <Control label={isPlaying ? 'Pause' : 'Play'} onClick={onToggle}>
        {isPlaying ? <IconPlayerPauseFilled /> : <IconPlayerPlayFilled />}
      </Control>
      <VolumeControl used={used} />
      <span className={styles.clock}>
        <span className="kr-num">{timeLabel(time)}</span> / <span className="kr-num">{timeLabel(duration)}</span>
      </span>
      <span className={styles.space} />
      <SpeedControl used={used} />
      {onPictureInPicture && (
        <Control label="Picture in picture" onClick={onPictureInPicture}>
          <IconPictureInPicture />
        </Control>
      )}
      <Control label={fullscreen.isOn ? 'Leave full screen' : 'Full screen'} onClick={fullscreen.toggle}>
        {fullscreen.isOn ? <IconMinimize /> : <IconMaximize />}
      </Control>
    </div>
  )
}

function Control({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <button type="button" className={styles.control} aria-label={label} onClick={onClick}>
        {children}
      </button>
    </Tooltip>
  )
}

function VolumeControl({ used: { volume, changeVolume } }: { used: UsedPlayer }) {
  const loudness = loudnessOf(volume.level)
  const Icon = loudnessIcons[loudness]
  return (
    <span className={styles.volume}>
      <Control
        label={loudness === 'muted' ? 'Turn the sound on' : 'Turn the sound off'}
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
        aria-label="Volume"
        onChange={(event) => changeVolume(slideVolume(volume, Number(event.currentTarget.value)))}
      />
    </span>
  )
}

function SpeedControl({ used: { speed, changeSpeed } }: { used: UsedPlayer }) {
  return (
    <Menu position="top" withinPortal={false}>
      <Menu.Target>
        <button type="button" className={styles.speed} aria-label={`Speed: ${speed} times`}>
          {speed}×
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {speeds.map((one) => (
          <Menu.Item key={one} onClick={() => changeSpeed(one)} aria-current={one === speed || undefined}>
            <span className="kr-num">{one}×</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
