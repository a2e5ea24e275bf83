import { useState, useEffect } from 'react'
import {
  IconArrowBackUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStopFilled,
  IconTextPlus,
  IconTrash,
} from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { command, type ShownState } from './use-host-state.ts'
import { toClock } from '@knowreel/shared/video/clock.ts'

/** The controls of the recording in progress, for pages on which the bar cannot be shown. */
export function Controls({ state }: { state: ShownState }) {
  const [question, setQuestion] = useState<'restart' | 'discard' | null>(null)
  const time = useElapsed(state)
  const isPaused = state.phase === 'paused'
  if (state.phase === 'asking' || state.phase === 'countingDown')
    return (
      <section className="controls" aria-label={texts.recording}>
        <p className="countdown">{state.countdown === null ? texts.source : texts.startsIn(state.countdown)}</p>
        <div className="buttons">
          <button type="button" className="primary" onClick={() => void command({ type: 'startNow' })}>
            {texts.startNow}
          </button>
          <button type="button" onClick={() => void command({ type: 'discard' })}>
            {texts.cancel}
          </button>
        </div>
      </section>
    )
  if (question !== null) {
    const label = question === 'discard' ? texts.discard : texts.restart
    return (
      <section className="controls" role="alertdialog" aria-label={label}>
        <p>{question === 'discard' ? texts.discardQuestion : texts.restartQuestion}</p>
        <div className="buttons">
          <button
            type="button"
            className="dangerous"
            onClick={() => {
              setQuestion(null)
              void command({ type: question })
            }}
          >
            {label}
          </button>
          <button type="button" autoFocus onClick={() => setQuestion(null)}>
            {texts.keepRecording}
          </button>
        </div>
      </section>
    )
  }
  const isStopping = state.phase === 'stopping'
  return (
    <section className="controls" aria-label={texts.recording}>
      {state.notice !== null && (
        <p role="alert" className="failure">
          {texts.notices[state.notice]}
        </p>
      )}
      <button
        type="button"
        className="stop"
        data-paused={isPaused || undefined}
        disabled={isStopping}
        aria-label={texts.stopAt(time)}
        onClick={() => void command({ type: 'stop' })}
      >
        <IconPlayerStopFilled /> {isStopping ? texts.saving : time}
      </button>
      <div className="buttons">
        <Tool label={isPaused ? texts.resume : texts.pause} isDisabled={isStopping} onClick={toggle(isPaused)}>
          {isPaused ? <IconPlayerPlay /> : <IconPlayerPause />}
        </Tool>
        <Tool label={texts.restart} isDisabled={isStopping} onClick={() => setQuestion('restart')}>
          <IconArrowBackUp />
        </Tool>
        <Tool label={texts.discard} isDisabled={isStopping} onClick={() => setQuestion('discard')}>
          <IconTrash />
        </Tool>
        {!state.isInserted && (
          <button
            type="button"
            className="grow"
            disabled={isStopping}
            onClick={() => void command({ type: 'mark', title: '' })}
          >
            <IconTextPlus /> {texts.newParagraph}
          </button>
        )}
      </div>
    </section>
  )
}

const toggle = (isPaused: boolean) => () => void command({ type: isPaused ? 'resume' : 'pause' })

type ToolProps = { label: string; isDisabled: boolean; onClick: () => void; children: React.ReactNode }

const Tool = ({ label, isDisabled, onClick, children }: ToolProps) => (
  <button type="button" className="tool" aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </button>
)

/** The recorded time, four times a second. */
function useElapsed({ phase, elapsed, shownAt }: ShownState): string {
  const [now, setNow] = useState(shownAt)
  useEffect(() => {
    if (phase !== 'recording') return
    const timer = setInterval(() => setNow(performance.now()), 250)
    return () => clearInterval(timer)
  }, [phase])
  return toClock(elapsed + (phase === 'recording' ? Math.max(0, now - shownAt) : 0))
}
