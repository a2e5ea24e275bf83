import type { CompanyBot, NotesScenario } from '@knowreel/shared/meeting/bot.calls.ts'
import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { MeetingFailure, MeetingPhase } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import type { ParagraphsGeneration } from '@knowreel/shared/user/user.calls.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

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
  created_at: Generated<Date>
}

export type MeetingOwnersTable = { meeting_id: string; user_id: string; created_at: Generated<Date> }

export type BotConfigsTable = {
  id: string
  /** Of a person's default. */
  user_id: string | null
  /** Of the settings of one meeting. */
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
}

declare module '../platform/database/db.ts' {
  interface Tables {
    meetings: MeetingsTable
    meeting_owners: MeetingOwnersTable
    bot_configs: BotConfigsTable
    company_meeting_settings: CompanyMeetingSettingsTable
  }
}
