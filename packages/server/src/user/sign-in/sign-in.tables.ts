import type { ColumnType, Generated } from 'kysely'

/** The action that a one-use token is valid for. */
export type TokenPurpose = 'log-in' | 'reset-password' | 'confirm-email' | 'ticket' | 'oidc' | 'extension' | 'slack'

export type TokenPayload = Readonly<Record<string, unknown>>

export type OneUseTokensTable = {
  token_hash: Buffer
  purpose: TokenPurpose
  user_id: string | null
  session_id: string | null
  payload: ColumnType<TokenPayload, TokenPayload, TokenPayload>
  failed_attempts: Generated<number>
  created_at: Generated<Date>
  expires_at: ColumnType<Date, Date, Date>
}

export type UserIdentitiesTable = {
  issuer: string
  subject: string
  user_id: string
  email: string
  created_at: Generated<Date>
}

export type TwoFactorsTable = {
  user_id: string
  secret: Buffer
  confirmed_at: Date | null
  /** int8 is returned as text; it is compared only in SQL. */
  last_step: ColumnType<string, number | undefined, number>
  created_at: Generated<Date>
}

export type RecoveryCodesTable = { user_id: string; code_hash: Buffer; used_at: Date | null }

declare module '../../platform/database/db.ts' {
  interface Tables {
    one_use_tokens: OneUseTokensTable
    user_identities: UserIdentitiesTable
    two_factors: TwoFactorsTable
    recovery_codes: RecoveryCodesTable
  }
}
