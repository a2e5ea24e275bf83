import type { NoteType } from '@knowreel/shared/ai/ai-choices.ts'
import type { UsageKind } from '@knowreel/shared/ai/ai.calls.ts'
import type { Generated } from 'kysely'

export type AiSettingsTable = {
  company_id: string
  base_url: string
  model: string
  image_model: string
  embedding_model: Generated<string>
  api_key: Buffer | null
  key_ending: string | null
  monthly_tokens: number | null
  monthly_cost: number | null
  input_price: number | null
  output_price: number | null
  image_price: number | null
  embedding_price: Generated<number | null>
  updated_at: Generated<Date>
}

export type UsageOutcome = 'running' | 'done' | 'failed' | 'cancelled'

export type AiUsagesTable = {
  id: string
  company_id: string
  user_id: string | null
  kind: UsageKind
  model: string
  input_tokens: Generated<number>
  output_tokens: Generated<number>
  images: Generated<number>
  cost: number | null
  is_estimated: Generated<boolean>
  outcome: Generated<UsageOutcome>
  duration_ms: number | null
  created_at: Generated<Date>
}

export type AiAnswersTable = {
  id: string
  company_id: string
  user_id: string
  kind: string
  articles: string[]
  is_good: boolean | null
  created_at: Generated<Date>
}

export type AiPreferencesTable = {
  user_id: string
  notes: NoteType | 'none'
  notes_prompt: string
  updated_at: Generated<Date>
}

export type AiStructuredRecordingsTable = {
  video_id: string
  has_paragraphs: Generated<boolean>
  has_notes: Generated<boolean>
  created_at: Generated<Date>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    ai_settings: AiSettingsTable
    ai_usages: AiUsagesTable
    ai_answers: AiAnswersTable
    ai_preferences: AiPreferencesTable
    ai_structured_recordings: AiStructuredRecordingsTable
  }
}
