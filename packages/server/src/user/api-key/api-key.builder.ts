import type { KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashSessionToken } from '../session/session-token.ts'
import { newApiKeyToken } from './api-key-token.ts'

type KeyInput = {
  readonly user: { readonly id: string }
  readonly company: { readonly id: string }
  readonly scope?: KeyScope
  readonly workspaces?: readonly { readonly id: string }[] | null
  readonly expiresAt?: Date | null
}

export async function buildApiKey(
  db: Db,
  { user, company, scope = 'read', workspaces = null, expiresAt = null }: KeyInput,
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newApiKeyToken()]
  await db
    .insertInto('api_keys')
    .values({
      id,
      token_hash: hashSessionToken(token),
      user_id: user.id,
      company_id: company.id,
      name: 'Release notes',
      last_four: token.slice(-4),
      scope,
      workspace_ids: workspaces?.map((workspace) => workspace.id) ?? null,
      expires_at: expiresAt,
    })
    .execute()
  return { id, token }
}
