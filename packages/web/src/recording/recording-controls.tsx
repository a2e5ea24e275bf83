import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStopFilled,
  IconTextPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import type { RecordingState } from '@knowreel/recorder/capture/index.ts'
import { confirmAction, openDialog } from '../ui/dialog/dialogs.ts'
import { useLeaveWarning } from '../ui/dialog/leaving.ts'
import { Kbd } from '../ui/chip.tsx'
import { formatDuration } from '../ui/time-format.ts'
import { useUploads } from '../video/index.ts'
import { currentRecording, discardRecording } from './browser-recording.ts'
import { ExtensionBanner } from './extension/extension-banner.tsx'
import { openExtensionChannel } from './extension/extension-channel.ts'
import { usePageRecording } from './recording-store.ts'
import * as texts from './texts.ts'
import styles from './recording-controls.module.css'

/** Countdown and controls of the recording of this tab; offers to finish one that was interrupted. */
export function RecordingControls({ owner }: { owner: string }) {
  const recording = usePageRecording()
  useRecovery(owner)
  useEffect(() => openExtensionChannel(owner), [owner])
  useLeaveWarning(recording !== null, texts.leavingStopsRecording)
  const state = recording?.state
  if (state?.phase === 'countingDown' && state.countdown !== null) return <Countdown seconds={state.countdown} />
  if (state?.phase === 'recording' || state?.phase === 'paused' || state?.phase === 'stopping')
    return <RecordingBar state={state} isInserted={recording?.isInserted === true} />
  return <ExtensionBanner />
}

function Countdown({ seconds }: { seconds: number }) {
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    start.current?.focus()
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') void discardRecording()
      else if (event.key === ' ') currentRecording()?.startNow()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [])
  return (
    <div className={styles.countdown} role="dialog" aria-label={texts.startsIn(seconds)} aria-live="assertive">
      <div className={styles.circle} style={{ '--share': seconds / 3 } as object} aria-hidden="true">
        {seconds}
      </div>
      <div className={styles.hints}>
        <button ref={start} type="button" onClick={() => currentRecording()?.startNow()}>
          {texts.startNow} <Kbd>{texts.spaceKey}</Kbd>
        </button>
        <button type="button" onClick={() => void discardRecording()}>
          {texts.cancel} <Kbd>{texts.escapeKey}</Kbd>
        </button>
      </div>
    </div>
  )
}

function RecordingBar({ state, isInserted }: { state: RecordingState; isInserted: boolean }) {
  const router = useRouter()
  const isPaused = state.phase === 'paused'
  const isStopping = state.phase === 'stopping'
  const [isNaming, setNaming] = useState(false)
  const toggle = () => (isPaused ? currentRecording()?.resume() : currentRecording()?.pause())
  const mark = () => {
    currentRecording()?.mark()
    setNaming(true)
  }
  const restart = async () => {
    if (await confirmDiscard(texts.restartTheRecording, texts.restart)) await currentRecording()?.restart()
  }
  const discard = async () => {
    if (!(await confirmDiscard(texts.discardTheRecording, texts.discard))) return
    await discardRecording()
    if (!isInserted) await router.navigate({ to: '/' })
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isInserted || !event.altKey || !event.shiftKey || event.code !== 'KeyP') return
      event.preventDefault()
      mark()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isInserted])

  return (
    <div className={styles.dock}>
      {state.notice !== null && (
        <p className={styles.warning} role="alert">
          <IconAlertTriangle /> {texts.notices[state.notice]}
        </p>
      )}
      {isNaming && !isStopping && (
        <ParagraphName key={state.marks.length} time={state.marks.at(-1)?.at ?? 0} onClose={() => setNaming(false)} />
      )}
      <section className={styles.bar} aria-label={texts.recording}>
        <button
          type="button"
          className={styles.stop}
          data-paused={isPaused || undefined}
          disabled={isStopping}
          onClick={() => void currentRecording()?.stop()}
        >
          <IconPlayerStopFilled />
          <Elapsed isPaused={isPaused} />
        </button>
        <Tool label={isPaused ? texts.resume : texts.pause} isDisabled={isStopping} onClick={toggle}>
          {isPaused ? <IconPlayerPlay /> : <IconPlayerPause />}
        </Tool>
        <Tool label={texts.restart} isDisabled={isStopping} onClick={() => void restart()}>
          <IconArrowBackUp />
        </Tool>
        <Tool label={texts.discard} isDisabled={isStopping} onClick={() => void discard()}>
          <IconTrash />
        </Tool>
        {!isInserted && (
          <>
            <i className={styles.line} />
            <button
              type="button"
              className={styles.paragraph}
              disabled={isStopping}
              aria-keyshortcuts="Alt+Shift+P"
              onClick={mark}
            >
              <IconTextPlus />
              {isStopping ? texts.stopping : texts.newParagraph}
            </button>
          </>
        )}
      </section>
    </div>
  )
}

const confirmDiscard = (title: string, confirmLabel: string) =>
  confirmAction({ title, body: texts.everythingUntilNowIsDeleted, confirmLabel, isDangerous: true })

type ToolProps = { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode }

const Tool = ({ label, isDisabled, onClick, children }: ToolProps) => (
  <button
    type="button"
    className={styles.tool}
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onClick}
  >
    {children}
  </button>
)

/** Written to the element every quarter of a second, without React. */
function Elapsed({ isPaused }: { isPaused: boolean }) {
  const time = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const show = () => {
      const text = formatDuration(currentRecording()?.elapsed() ?? 0)
      if (time.current === null || time.current.textContent === text) return
      time.current.textContent = text
      time.current.parentElement?.setAttribute('aria-label', texts.stopAt(text))
    }
    show()
    const timer = setInterval(show, 250)
    return () => clearInterval(timer)
  }, [isPaused])
  return <span ref={time} className={styles.time} data-paused={isPaused || undefined} />
}

function ParagraphName({ time, onClose }: { time: number; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className={styles.name}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <span className={styles.at}>{formatDuration(time)}</span>
      <input
        ref={field}
        aria-label={texts.nameOfTheParagraph}
        placeholder={texts.nameOfTheParagraph}
        maxLength={paragraphLimits.title}
        onChange={(event) => currentRecording()?.nameLastMark(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onClose()
        }}
      />
    </form>
  )
}

/** Offers each interrupted recording once; later it can be resumed from the list of uploads. */
function useRecovery(owner: string): void {
  const offered = useRef(new Set<string>())
  const uploads = useUploads()
  useEffect(() => {
    const unfinished = uploads.find(({ id, blocker }) => blocker === 'unfinished' && !offered.current.has(id))
    if (unfinished === undefined) return
    const { id } = unfinished
    offered.current.add(id)
    void openDialog(() => import('./recovery-dialog.tsx').then((module) => module.RecoveryDialog), { owner, id })
  }, [owner, uploads])
}
