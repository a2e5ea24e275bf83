import { AppError } from '@knowreel/shared/error/app-error.ts'
import { apiKeyCalls, type ApiKey } from '@knowreel/shared/user/api-key.calls.ts'
import { serve, type Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { hashSessionToken } from '../session/session-token.ts'
import { newApiKeyToken } from './api-key-token.ts'
import { apiKeyPolicy } from './api-key.policy.ts'
import { areKeysOff, deleteKey, insertKey, listKeysOf, type ApiKeyRow } from './api-key.queries.ts'

export type KeyWorkspace = { readonly id: string; readonly title: string }

type Dependencies = {
  readonly db: Db
  /** Those of these workspaces, by uuid or short id, that the member sees. */
  readonly listWorkspaces: (db: Db, member: Member, ids: readonly string[]) => Promise<KeyWorkspace[]>
}

export function apiKeyRoutes({ db, listWorkspaces }: Dependencies) {
  return serve(apiKeyCalls, apiKeyPolicy, {
    list: async ({ actor }) => {
      const [isOff, rows] = await Promise.all([areKeysOff(db, actor.company.id), listKeysOf(db, actor)])
      const named = await listWorkspaces(db, actor, [...new Set(rows.flatMap((row) => row.workspaceIds ?? []))])
      return { isAllowed: !isOff, keys: rows.map((row) => toApiKey(row, named)) }
    },
    create: async ({ actor, body: { workspaceIds: asked, ...form } }) => {
      const workspaces = asked === null ? null : await listWorkspaces(db, actor, asked)
      if (workspaces !== null && workspaces.length < new Set(asked).size) throw new AppError('unknown_workspace')
      const token = newApiKeyToken()
      const row = await runTransaction(db, async (trx) => {
        if (await areKeysOff(trx, actor.company.id)) throw new AppError('api_keys_off')
        return insertKey(trx, actor, {
          ...form,
          workspaceIds: workspaces?.map(({ id }) => id) ?? null,
          tokenHash: hashSessionToken(token),
          lastFour: token.slice(-4),
        })
      })
      if (row === null) throw new AppError('too_many_api_keys')
      return { key: toApiKey(row, workspaces ?? []), token }
    },
    revoke: async ({ subject }) => {
      await runTransaction(db, (trx) => deleteKey(trx, subject.id))
      return { success: true as const }
    },
  })
}

const toApiKey = ({ workspaceIds, ...row }: ApiKeyRow, named: readonly KeyWorkspace[]): ApiKey => ({
  ...row,
  workspaces: workspaceIds === null ? null : named.filter(({ id }) => workspaceIds.includes(id)),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})
