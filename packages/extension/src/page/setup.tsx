import { useEffect, useState, type ReactNode } from 'react'
import {
  IconAdjustmentsHorizontal,
  IconAppWindow,
  IconBrowser,
  IconCircleFilled,
  IconDeviceDesktop,
  IconMicrophone,
  IconMoodSmile,
  IconVideo,
  IconVolume,
} from '@tabler/icons-react'
import { browser } from 'wxt/browser'
import type { Quality } from '@knowreel/recorder/capture/index.ts'
import { problemTexts } from '../channel.ts'
import { extensionUrl } from '../extension-url.ts'
import type { Choices, RecordingSource } from '../installations.ts'
import type { HostState, WorkerMessage } from '../messages.ts'
import * as texts from '../texts.ts'
import { Level } from './level.tsx'
import { useDevices, useIsAllowed } from './use-permissions.ts'

type SetupProps = {
  state: HostState
  choices: Choices
  /** Title, workspace and tags, if a page of the product asked. */
  query: URLSearchParams
  origin: string
  tab: { readonly id: number | null }
  onChange: (choices: Choices) => void
}

const sources: readonly { readonly value: RecordingSource; readonly icon: ReactNode }[] = [
  { value: 'tab', icon: <IconBrowser /> },
  { value: 'window', icon: <IconAppWindow /> },
  { value: 'screen', icon: <IconDeviceDesktop /> },
  { value: 'camera', icon: <IconMoodSmile /> },
]
const qualities: readonly Quality[] = [
  { height: 720, frameRate: 30 },
  { height: 720, frameRate: 60 },
  { height: 1080, frameRate: 30 },
  { height: 1080, frameRate: 60 },
]

/** The choice of source and devices. */
export function Setup({ state, choices, query, origin, tab, onChange }: SetupProps) {
  const isWindow = query.has('origin')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const camera = useIsAllowed('camera', choices.allowed.camera)
  const microphone = useIsAllowed('microphone', choices.allowed.microphone)
  const set = (change: Partial<Choices>) => onChange({ ...choices, ...change })
  const shortcut = useStartShortcut()
  const usesCamera = choices.hasCamera || choices.source === 'camera'

  const start = async () => {
    if ((usesCamera && camera === false) || (choices.hasMicrophone && microphone === false)) return openPermissionPage()
    setBusy(true)
    setFailure(null)
    const article = query.get('article')
    const message: WorkerMessage = {
      to: 'worker',
      type: 'start',
      target: {
        origin,
        title: query.get('title') ?? '',
        workspace: query.get('workspace') || null,
        tags: (query.get('tags') ?? '').split('\n').filter((tag) => tag !== ''),
        insert: article === null ? null : { articleId: article, at: Number(query.get('at')) },
      },
      choices,
      tabId: tab.id,
    }
    const answer = await browser.runtime.sendMessage<WorkerMessage, HostState | null>(message)
    setBusy(false)
    if (answer === null) setFailure(texts.tabCannotBeRecorded)
    else window.close()
  }
  const problem = state.problem === null ? null : problemTexts[state.problem]
  return (
    <form
      className="setup"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <fieldset className="sources">
        <legend className="sr">{texts.source}</legend>
        {sources
          .filter(({ value }) => !(isWindow && value === 'tab'))
          .map(({ value, icon }) => (
            <label key={value} className="source">
              <input
                type="radio"
                name="source"
                className="sr"
                checked={choices.source === value}
                onChange={() => set({ source: value })}
              />
              {icon}
              {texts.sources[value]}
            </label>
          ))}
      </fieldset>
      <DeviceRow
        kind="videoinput"
        label={texts.camera}
        icon={<IconVideo />}
        isAllowed={camera}
        isOn={usesCamera}
        isFixed={choices.source === 'camera'}
        value={choices.cameraId}
        onSwitch={(hasCamera) => set({ hasCamera })}
        onChoose={(cameraId) => set({ cameraId })}
      />
      {choices.hasCamera && choices.source !== 'camera' && (
        <div className="row indented">
          <select
            aria-label={texts.sizeOfBubble}
            value={choices.bubble.size}
            onChange={(event) =>
              set({ bubble: { ...choices.bubble, size: event.currentTarget.value as Choices['bubble']['size'] } })
            }
          >
            {Object.entries(texts.bubbleSizes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {choices.source !== 'tab' && (
            <select
              aria-label={texts.bubblePosition}
              value={choices.bubble.corner}
              onChange={(event) =>
                set({ bubble: { ...choices.bubble, corner: event.currentTarget.value as Choices['bubble']['corner'] } })
              }
            >
              {Object.entries(texts.bubbleCorners).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </div>
      )}
      <DeviceRow
        kind="audioinput"
        label={texts.microphone}
        icon={<IconMicrophone />}
        isAllowed={microphone}
        isOn={choices.hasMicrophone}
        value={choices.microphoneId}
        onSwitch={(hasMicrophone) => set({ hasMicrophone })}
        onChoose={(microphoneId) => set({ microphoneId })}
      />
      {choices.hasMicrophone && microphone === true && <Level deviceId={choices.microphoneId} />}
      {choices.source !== 'camera' && (
        <div className="row">
          <IconVolume />
          <label className="grow" htmlFor="sound">
            {choices.source === 'tab' ? texts.soundOfTheTab : texts.soundOfTheComputer}
          </label>
          <Switch id="sound" isOn={choices.hasSound} onSwitch={(hasSound) => set({ hasSound })} />
        </div>
      )}
      <div className="row">
        <IconAdjustmentsHorizontal />
        <label className="grow" htmlFor="quality">
          {texts.quality}
        </label>
        <select
          id="quality"
          value={qualities.findIndex(
            ({ height, frameRate }) => height === choices.quality.height && frameRate === choices.quality.frameRate,
          )}
          onChange={(event) => set({ quality: qualities[Number(event.currentTarget.value)] ?? choices.quality })}
        >
          {qualities.map(({ height, frameRate }, index) => (
            <option key={`${height}-${frameRate}`} value={index}>
              {texts.qualityOf(height, frameRate)}
            </option>
          ))}
        </select>
      </div>
      {(failure ?? problem) && (
        <p role="alert" className="failure">
          {failure ?? problem}
        </p>
      )}
      <button type="submit" className="primary start" disabled={isBusy}>
        <IconCircleFilled /> {texts.startRecording} {shortcut !== '' && <kbd>{shortcut}</kbd>}
      </button>
      <button
        type="button"
        className="link shortcuts"
        onClick={() => void browser.tabs.create({ url: 'chrome://extensions/shortcuts' })}
      >
        {texts.changeShortcuts}
      </button>
    </form>
  )
}

/** As the person has set it: 'Alt Shift R', or '' for none. */
function useStartShortcut(): string {
  const [shortcut, setShortcut] = useState('')
  useEffect(() => {
    void browser.commands.getAll().then((commands) => {
      const found = commands.find(({ name }) => name === 'start-or-stop')
      setShortcut((found?.shortcut ?? '').replaceAll('+', ' '))
    })
  }, [])
  return shortcut
}

/** The prompt of the browser would close a popup. */
const openPermissionPage = async () => {
  await browser.tabs.create({ url: extensionUrl('/permission.html') })
  window.close()
}

type DeviceRowProps = {
  kind: 'videoinput' | 'audioinput'
  label: string
  icon: ReactNode
  isAllowed: boolean | null
  isOn: boolean
  isFixed?: boolean
  value: string
  onSwitch: (isOn: boolean) => void
  onChoose: (deviceId: string) => void
}

function DeviceRow({ kind, label, icon, isAllowed, isOn, isFixed = false, value, onSwitch, onChoose }: DeviceRowProps) {
  const devices = useDevices(kind, isAllowed)
  return (
    <div className="row">
      {icon}
      {isOn && isAllowed === false ? (
        <button type="button" className="grow link" onClick={() => void openPermissionPage()}>
          {label}: {texts.grantPermission}
        </button>
      ) : isOn && devices.length > 0 ? (
        <select
          className="grow"
          aria-label={label}
          value={devices.some(({ deviceId }) => deviceId === value) ? value : (devices[0]?.deviceId ?? '')}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {devices.map((device) => (
            <option key={device.deviceId} value={device.deviceId}>
              {device.label || label}
            </option>
          ))}
        </select>
      ) : (
        <span className="grow">{label}</span>
      )}
      {!isFixed && <Switch label={texts.switchDevice(label, isOn)} isOn={isOn} onSwitch={onSwitch} />}
    </div>
  )
}

type SwitchProps = { id?: string; label?: string; isOn: boolean; onSwitch: (isOn: boolean) => void }

const Switch = ({ id, label, isOn, onSwitch }: SwitchProps) => (
  <input
    id={id}
    type="checkbox"
    role="switch"
    aria-checked={isOn}
    className="switch"
    aria-label={label}
    checked={isOn}
    onChange={(event) => onSwitch(event.currentTarget.checked)}
  />
)
