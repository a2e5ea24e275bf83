import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button, Select } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowLeft,
  IconCircleFilled,
  IconDeviceDesktop,
  IconMicrophone,
  IconMicrophoneOff,
  IconScreenShareOff,
  IconVideo,
} from '@tabler/icons-react'
import {
  canShareScreen,
  isSpoolSupported,
  mixCapture,
  openCamera,
  openMicrophone,
  openScreen,
  recordableType,
  type Capture,
  watchSoundLevel,
} from '@knowreel/recorder/capture/index.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useIsExtensionOffered } from './extension/extension-download.ts'
import * as texts from './texts.ts'
import { useDevices, useOpenDevice } from './use-devices.ts'
import styles from './start-recording.module.css'

type StartRecordingProps = {
  onBack: () => void
  onClose: () => void
  /** Everything is chosen; the recording closes the capture. */
  onStart: (capture: Capture) => void
}

const off = 'off'
const openBubble = (id: string) => openCamera(id, true)
const openPicture = (id: string) => openCamera(id, false)

/** Chooses what is recorded, with a preview. On phones, which share no screens, that is a camera. */
export function StartRecording({ onBack, onClose, onStart }: StartRecordingProps) {
  const canShare = canShareScreen()
  const [camera, setCamera] = useState<string | null>(canShare ? null : '')
  const [microphone, setMicrophone] = useState<string | null>('')
  const screen = useScreen()
  const openedCamera = useOpenDevice(camera, canShare ? openBubble : openPicture)
  const openedMicrophone = useOpenDevice(microphone, openMicrophone)
  const [isStarting, setStarting] = useState(false)
  const canRecordHere = recordableType() !== null && isSpoolSupported()
  // Pages over plain http cannot keep a recording; the extension can.
  const isExtensionOffered = useIsExtensionOffered(!canRecordHere)

  const picture = canShare ? screen.stream : openedCamera.stream
  const start = async () => {
    if (picture === null) return
    setStarting(true)
    try {
      const bubble = canShare ? openedCamera.stream : null
      const capture = await mixCapture({ picture, bubble, microphone: openedMicrophone.stream })
      for (const part of [screen, openedCamera, openedMicrophone]) part.keep()
      onStart(capture)
    } catch (error) {
      setStarting(false)
      handleError(error)
    }
  }

  const footer = (
    <DialogFooter
      note={
        <Button variant="subtle" leftSection={<IconArrowLeft />} onClick={onBack} className={styles.back}>
          {texts.back}
        </Button>
      }
    >
      <Button onClick={onClose}>{texts.cancel}</Button>
      <Button
        variant="filled"
        leftSection={<IconCircleFilled />}
        disabled={picture === null}
        loading={isStarting}
        onClick={() => void start()}
      >
        {texts.startRecording}
      </Button>
    </DialogFooter>
  )
  if (!canRecordHere) {
    return (
      <div className={styles.form}>
        {isExtensionOffered ? (
          <>
            <p role="alert">{texts.youNeedToInstall}</p>
            <LinkButton to="/recorder" variant="filled" onClick={onClose}>
              {texts.installExtension}
            </LinkButton>
          </>
        ) : (
          <p role="alert">{texts.browserCannotRecord}</p>
        )}
        {footer}
      </div>
    )
  }
  return (
    <div className={styles.form}>
      <div className={styles.stage}>
        {picture === null ? (
          <NoPicture
            isRefused={canShare ? screen.isRefused : openedCamera.isBlocked}
            canShare={canShare}
            onChoose={screen.choose}
          />
        ) : (
          <>
            <Preview stream={picture} className={styles.picture} />
            {canShare && openedCamera.stream && <Preview stream={openedCamera.stream} className={styles.bubble} />}
            <span className={styles.badge}>
              <IconCircleFilled /> {texts.preview}
            </span>
          </>
        )}
      </div>
      <div className={styles.fields}>
        {canShare && (
          <div className={styles.source}>
            <span id="recording-source" className={styles.label}>
              {texts.source}
            </span>
            <Button
              variant="default"
              justify="flex-start"
              leftSection={<IconDeviceDesktop />}
              aria-describedby="recording-source"
              data-autofocus
              onClick={screen.choose}
            >
              {screen.stream === null ? texts.chooseWhatToRecord : texts.chooseAnother}
            </Button>
          </div>
        )}
        <DeviceField
          kind="videoinput"
          label={texts.camera}
          nameOf={texts.cameraNumber}
          icon={<IconVideo />}
          value={camera}
          isOptional={canShare}
          error={openedCamera.isBlocked ? texts.allowCameraInAddressBar : null}
          onChange={setCamera}
        />
        <div>
          <DeviceField
            kind="audioinput"
            label={texts.microphone}
            nameOf={texts.microphoneNumber}
            icon={openedMicrophone.isBlocked ? <IconMicrophoneOff /> : <IconMicrophone />}
            value={microphone}
            isOptional
            error={openedMicrophone.isBlocked ? texts.allowMicrophoneInAddressBar : null}
            onChange={setMicrophone}
          />
          {openedMicrophone.stream && <LevelMeter stream={openedMicrophone.stream} />}
        </div>
      </div>
      <p className={styles.note}>
        <IconAlertCircle /> {texts.keepThisTabOpen}
      </p>
      {footer}
    </div>
  )
}

/** The screen, window or tab that the person shares. */
function useScreen() {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [isRefused, setRefused] = useState(false)
  const owned = useRef<MediaStream | null>(null)
  const close = () => {
    for (const track of owned.current?.getTracks() ?? []) track.stop()
    owned.current = null
  }
  useEffect(() => close, [])
  const choose = () => {
    openScreen().then(
      (chosen) => {
        close()
        owned.current = chosen
        chosen.getVideoTracks()[0]?.addEventListener('ended', () => owned.current === chosen && setStream(null))
        setStream(chosen)
        setRefused(false)
      },
      // If the person closes the browser's picker, the previous source stays.
      () => setRefused(true),
    )
  }
  return {
    stream,
    isRefused,
    choose,
    keep: () => {
      owned.current = null
    },
  }
}

function NoPicture({ isRefused, canShare, onChoose }: { isRefused: boolean; canShare: boolean; onChoose: () => void }) {
  if (!canShare) return isRefused ? <p className={styles.hint}>{texts.allowCameraInAddressBar}</p> : null
  return (
    <div className={styles.empty}>
      {isRefused ? <IconScreenShareOff /> : <IconDeviceDesktop />}
      {isRefused && (
        <>
          <p className={styles.title} role="alert">
            {texts.refused}
          </p>
          <p className={styles.hint}>{texts.onAMacAllow}</p>
        </>
      )}
      <button type="button" className={styles.choose} onClick={onChoose}>
        {isRefused ? texts.tryAgain : texts.chooseWhatToRecord}
      </button>
    </div>
  )
}

function Preview({ stream, className }: { stream: MediaStream; className: string | undefined }) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  return <video ref={video} className={className} autoPlay muted playsInline aria-hidden="true" />
}

type DeviceFieldProps = {
  kind: 'videoinput' | 'audioinput'
  label: string
  nameOf: (number: number) => string
  icon: ReactNode
  value: string | null
  isOptional: boolean
  error: string | null
  onChange: (id: string | null) => void
}

function DeviceField({ kind, label, nameOf, icon, value, isOptional, error, onChange }: DeviceFieldProps) {
  const devices = useDevices(kind, nameOf)
  const known = devices.filter((device) => device.value !== '')
  const choices = [
    ...(isOptional ? [{ value: off, label: texts.off }] : []),
    ...(known.length > 0 ? known : [{ value: '', label: nameOf(1) }]),
  ]
  // '' is the default device, which comes first.
  const shown = value === '' ? (known[0]?.value ?? '') : (value ?? off)
  return (
    <Select
      label={label}
      leftSection={icon}
      data={choices}
      value={shown}
      allowDeselect={false}
      error={error}
      onChange={(id) => onChange(id === off ? null : id)}
    />
  )
}

const steps = 24

/** How loud a microphone is; written to the element without React. */
function LevelMeter({ stream }: { stream: MediaStream }) {
  const bar = useRef<HTMLSpanElement>(null)
  const [isSilent, setSilent] = useState(false)
  useEffect(() => {
    return watchSoundLevel(stream, ({ share, isSilent: isNowSilent }) => {
      setSilent(isNowSilent)
      bar.current?.style.setProperty('--level', String(Math.round(share * steps) / steps))
    })
  }, [stream])
  return isSilent ? (
    <p className={styles.silence} role="status">
      {texts.noSoundFromMicrophone}
    </p>
  ) : (
    <span ref={bar} className={styles.level} aria-hidden="true" />
  )
}
