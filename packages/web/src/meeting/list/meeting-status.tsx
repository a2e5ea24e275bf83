import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import type { MeetingPhase, MeetingStatus } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { StatusDot, type DotTone } from '../../ui/status-dot.tsx'
import { formatClock } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'

export const statusLabels: Readonly<Record<MeetingStatus, string>> = {
  upcoming: texts.upcoming,
  processing: texts.processing,
  'no-show': texts.noShow,
  failed: texts.failed,
  finished: texts.finished,
}

const tones: Readonly<Record<MeetingStatus, DotTone>> = {
  upcoming: 'hollow',
  processing: 'accent',
  'no-show': 'amber',
  failed: 'red',
  finished: 'green',
}

/** Shows details on hover: what the bot does now, or why nothing was recorded. */
export function MeetingStatusDot({ meeting: { status, metadata } }: { meeting: Meeting }) {
  const detail = status === 'processing' ? describePhase(metadata) : metadata.failureData?.reason
  return (
    <span className="kr-row" title={detail}>
      <StatusDot tone={tones[status]}>{statusLabels[status]}</StatusDot>
    </span>
  )
}

const phaseLabels: Partial<Record<MeetingPhase, string>> = {
  joining: texts.joining,
  waiting: texts.waiting,
  inCall: texts.inTheCall,
  recording: texts.recording,
  uploading: texts.uploadingTheRecording,
  transcribing: texts.transcribing,
  drafting: texts.writingNotes,
}

/** "Waiting to be let in, since 10:03". */
export function describePhase({ phase, phaseSince }: Meeting['metadata']): string {
  const label = phase === 'waiting' ? texts.waitingToBeLetIn : (phaseLabels[phase] ?? '')
  return texts.sinceTime(label, formatClock(phaseSince))
}

/** The share of the work that is done; during the call, what the bot does. */
export function MeetingProgress({ meeting: { metadata } }: { meeting: Meeting }) {
  const { phase, progress } = metadata
  return (
    <span className="kr-second kr-num" title={describePhase(metadata)}>
      {progress === null ? phaseLabels[phase] : texts.percent(progress)}
    </span>
  )
}
