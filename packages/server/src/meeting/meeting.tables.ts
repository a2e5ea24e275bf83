import type { CompanyBot, NotesScenario } from '@knowreel/shared/meeting/bot.calls.ts'
import type { CalendarSelection } from '@knowreel/shared/meeting/calendar.calls.ts'
import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { MeetingFailure, MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { ParagraphsGeneration } from '@knowreel/shared/user/user.calls.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { SeenParticipant, SpeakerTurn } from './bot/bot.queries.ts'
import type { CalendarEvent } from './calendar/read-calendar.ts'

/** A JSON value that is read as an object and written as JSON text. */
type Json<Value> = ColumnType<Value | null, string | null | undefined, string | null>

export type MeetingsTable = {
  id: string
  company_id: string
  organizer_id: string
  workspace_id: string | null
  title: Generated<string>
  platform: MeetingPlatform
  url: string
  meeting_key: string
  start_at: Date
  recurrence: string | null
  phase: Generated<MeetingPhase>
  /** 0 upcoming, 1 processing, 2 over. */
  status_order: GeneratedAlways<number>
  attempt: Generated<number>
  due_at: Date
  phase_since: Generated<Date>
  deadline_at: Date | null
  failure: Json<MeetingFailure>
  progress: Generated<number>
  article_id: string | null
  video_id: string | null
  heartbeat_at: Date | null
  first_part_id: string | null
  recording_mime: string | null
  created_at: Generated<Date>
}

export type MeetingRecordsTable = {
  meeting_id: string
  participants: ColumnType<SeenParticipant[], string, string>
  speakers: ColumnType<SpeakerTurn[], string, string>
}

export type MeetingOwnersTable = {
  meeting_id: string
  user_id: string
  /** The event of their calendar because of which they have it. */
  event_id: Generated<string | null>
  occurrence_at: Generated<Date | null>
  created_at: Generated<Date>
}

export type CalendarFeedsTable = {
  user_id: string
  company_id: string
  /** Sealed. */
  url: Buffer
  host: string
  selection: Generated<CalendarSelection>
  etag: string | null
  read_at: Date | null
  next_check_at: Generated<Date>
  failures: Generated<number>
  error: 'unreachable' | 'unreadable' | null
  created_at: Generated<Date>
}

export type CalendarEventsTable = {
  id: string
  user_id: string
  company_id: string
  origin: 'feed' | 'mail'
  uid: string
  sequence: number
  title: string
  organizer: string | null
  attendees: ColumnType<CalendarEvent['attendees'], string, string>
  platform: MeetingPlatform
  url: string
  meeting_key: string
  recurrence: string | null
  occurrences: ColumnType<CalendarEvent['occurrences'], string, string>
  next_at: Date | null
  last_at: Date | null
  source: string | null
  is_selected: Generated<boolean | null>
  /** Starts of occurrences, in milliseconds. */
  skipped: ColumnType<number[], string | undefined, string>
  updated_at: Generated<Date>
}

export type BotConfigsTable = {
  id: string
  /** Set for a person's default. */
  user_id: string | null
  /** Set for the settings of one meeting. */
  meeting_id: string | null
  company_id: string
  workspace_id: string | null
  name: string
  notes_auto_generation: NotesScenario
  custom_prompt: string
  paragraphs_auto_generation: ParagraphsGeneration
  updated_at: Generated<Date>
}

export type CompanyMeetingSettingsTable = {
  company_id: string
  retention_days: number | null
  bot: Json<CompanyBot>
  mail_token: Generated<string | null>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    meetings: MeetingsTable
    meeting_owners: MeetingOwnersTable
    meeting_records: MeetingRecordsTable
    bot_configs: BotConfigsTable
    company_meeting_settings: CompanyMeetingSettingsTable
    calendar_feeds: CalendarFeedsTable
    calendar_events: CalendarEventsTable
  }
}
