/** Past meetings, most of them recorded by the bot, and upcoming ones. */
import type { FailureCode } from '@knowreel/shared/meeting/meeting-failures.ts'
import type { MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { buildMeeting } from '../../meeting/meeting.builder.ts'
import type { PersonKey, WorkspaceKey } from './demo-company.ts'
import type { SeedContext } from './seed-articles.ts'

type DemoMeeting = {
  title: string
  organizer: PersonKey
  /** Absent: the personal one. */
  workspace?: WorkspaceKey
  /** Negative: in the past. */
  days: number
  hour: number
  phase?: MeetingPhase
  recurrence?: string
  failure?: FailureCode
}

const meetings: readonly DemoMeeting[] = [
  { title: 'Support sync', organizer: 'ines', workspace: 'support', days: 6, hour: 14, recurrence: 'FREQ=WEEKLY' },
  { title: 'Aalborg Varme: onboarding, second session', organizer: 'jonas', days: 9, hour: 9 },
  { title: 'Quarterly review with the board', organizer: 'ines', days: 20, hour: 10 },
  {
    title: 'Support sync',
    organizer: 'ines',
    workspace: 'support',
    days: -1,
    hour: 14,
    phase: 'finished',
    recurrence: 'FREQ=WEEKLY',
  },
  {
    title: 'Göteborg Energi: readings are one hour late',
    organizer: 'priya',
    workspace: 'support',
    days: -1,
    hour: 16,
    phase: 'failed',
    failure: 'lobby_timeout',
  },
  { title: 'Release go or no-go', organizer: 'tomasz', workspace: 'platform', days: -2, hour: 10, phase: 'finished' },
  { title: 'Stadtwerke Lübeck: tender questions', organizer: 'marialuisa', days: -2, hour: 13, phase: 'finished' },
  { title: '', organizer: 'ines', days: -3, hour: 15, phase: 'finished' },
  {
    title: 'Interview, senior firmware engineer',
    organizer: 'ines',
    days: -3,
    hour: 17,
    phase: 'noShow',
    failure: 'nobody_came',
  },
  {
    title: 'Field installation: what we learned in Mölndal and what changes for the winter season',
    organizer: 'ines',
    workspace: 'support',
    days: -4,
    hour: 11,
    phase: 'finished',
  },
  {
    title: 'Support sync',
    organizer: 'ines',
    workspace: 'support',
    days: -8,
    hour: 14,
    phase: 'finished',
    recurrence: 'FREQ=WEEKLY',
  },
  {
    title: 'Meter roll-out, weekly',
    organizer: 'jonas',
    workspace: 'support',
    days: -8,
    hour: 9,
    phase: 'failed',
    failure: 'announcement_failed',
    recurrence: 'FREQ=WEEKLY;INTERVAL=2',
  },
  { title: 'Customer council', organizer: 'ines', days: -12, hour: 12, phase: 'finished' },
]

export async function seedMeetings({ trx, now, company, people, workspaces }: SeedContext): Promise<void> {
  for (const { organizer, workspace, days, hour, failure, ...rest } of meetings) {
    const startAt = new Date(now)
    startAt.setUTCDate(startAt.getUTCDate() + days)
    startAt.setUTCHours(hour, 0, 0, 0)
    await buildMeeting(trx, {
      company,
      organizer: people[organizer],
      workspace: workspace && workspaces[workspace],
      startAt,
      failure: failure && { code: failure, facts: { botName: 'Knowreel' } },
      ...rest,
    })
  }
}
