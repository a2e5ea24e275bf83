import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { keyScopes } from '../catalogue/key-scopes.ts'
import { anyId, isoTime, singleLine, success } from '../catalogue/wire.ts'
import { apiKeyLimits, apiKeyLifetimes } from './api-key.rules.ts'

const keyScope = z.enum(keyScopes)

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  lastFour: z.string(),
  scope: keyScope,
  /** Null for all. Workspaces that the person no longer sees are left out. */
  workspaces: z.array(z.object({ id: z.string(), title: z.string() })).nullable(),
  createdAt: isoTime,
  /** Updated at most once a minute. */
  lastUsedAt: isoTime.nullable(),
  /** Null: never. */
  expiresAt: isoTime.nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const minute = 60_000

/** Keys belong to one person in one company. They never manage themselves: none of these calls takes a key. */
export const apiKeyCalls = {
  list: call({
    method: 'GET',
    path: '/user/api-keys',
    summary: 'The API keys of the caller in the current company, the newest first',
    allow: 'member',
    response: z.object({ isAllowed: z.boolean(), keys: z.array(apiKey) }),
  }),
  create: call({
    method: 'POST',
    path: '/user/api-keys',
    summary: 'Create an API key; the response is the only one that contains it',
    allow: 'member',
    body: z.strictObject({
      name: singleLine(apiKeyLimits.name, 'Please enter a name').pipe(z.string().trim().min(1, 'Please enter a name')),
      scope: keyScope,
      /** Null for all. */
      workspaceIds: z.array(anyId).min(1, 'Choose at least one workspace').max(apiKeyLimits.workspaces).nullable(),
      /** Null: never. */
      expiresInDays: z.union(apiKeyLifetimes.map((days) => z.literal(days))).nullable(),
    }),
    response: z.object({ key: apiKey, token: z.string() }),
    errors: ['api_keys_off', 'unknown_workspace', 'too_many_api_keys'],
    rateLimit: { max: 20, windowMs: minute },
    refusesOperators: true,
    audit: {
      action: 'api_key_created',
      details: ['name', 'scope', 'expiresInDays'],
    },
  }),
  revoke: call({
    method: 'DELETE',
    path: '/user/api-keys/{id}',
    summary: 'Revoke an API key of the caller',
    allow: may('apiKey.revoke', 'params.id'),
    response: success,
    refusesOperators: true,
    audit: { action: 'api_key_revoked', subject: { kind: 'apiKey', at: 'params.id' } },
  }),
}
