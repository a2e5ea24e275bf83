import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'

export type FailureOptions = {
  readonly meeting: Meeting
  readonly onSendAgain: () => void
  readonly onRemove: () => void
}
