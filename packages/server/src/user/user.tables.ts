import type { KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import type { ParagraphsGeneration } from '@knowreel/shared/user/user.calls.ts'
import type { ColumnType, Generated } from 'kysely'

export type UsersTable = {
  id: string
  email: string
  password_hash: string | null
  first_name: string
  last_name: string
  job_title: string | null
  /** `YYYY-MM-DD` */
  birth_day: string | null
  profile_image: string | null
  /** Whether paragraphs of new recordings are generated automatically. */
  paragraphs_auto_generation: Generated<ParagraphsGeneration>
  is_super_admin: Generated<boolean>
  global_role: 'admin' | 'owner' | null
  email_confirmed_at: Date | null
  pending_email: string | null
  left_company_at: Date | null
  /** The company in which the next session opens. */
  last_company_id: string | null
  last_logged_in_at: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type SessionsTable = {
  id: string
  token_hash: Buffer
  user_id: string
  company_id: string | null
  user_agent: string | null
  address: string | null
  kind: Generated<'web' | 'extension' | 'admin'>
  /** Set for a session in which an operator is logged in as the user. */
  operator_id: string | null
  created_at: Generated<Date>
  last_used_at: Generated<Date>
  expires_at: ColumnType<Date, Date, Date>
}

export type ApiKeysTable = {
  id: string
  token_hash: Buffer
  user_id: string
  company_id: string
  name: string
  last_four: string
  scope: KeyScope
  /** Null: all that the person sees. */
  workspace_ids: string[] | null
  created_at: Generated<Date>
  last_used_at: Date | null
  /** Null: never. */
  expires_at: Date | null
}

declare module '../platform/database/db.ts' {
  interface Tables {
    users: UsersTable
    sessions: SessionsTable
    api_keys: ApiKeysTable
  }
}
