import type { FastifyInstance } from 'fastify'
import type { Actor } from '../access/index.ts'
import { registerMcp } from '../mcp/index.ts'
import type { CallGate } from '../platform/http/serve-calls.ts'
import { isApiKeyToken } from '../user/index.ts'

type Options = { readonly publicAddress: () => string; readonly version: string; readonly isRateLimited: boolean }

/** Assistants are authenticated as calls are, but with keys only. */
export const openMcp = (http: FastifyInstance, gate: CallGate, options: Options): void =>
  registerMcp(http, {
    ...options,
    authenticateKey: async (token) =>
      isApiKeyToken(token) ? ((await gate.authenticate(token)) as Actor | null) : null,
  })
