import { authoriseCall, refuseGuests, type Actor, type Rule } from '../access/index.ts'
import { prepareAuditEntry } from '../audit/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { CallGate } from '../platform/http/serve-calls.ts'
import { createAuthenticateCaller, type Authenticate } from '../user/index.ts'

type Options = { readonly authenticate: Authenticate; readonly isRateLimited: boolean }

const rulesOf = (policy: unknown) => policy as Record<string, Rule<unknown>>

/** Connects the calls, which know nothing of people, with access and the audit log. */
export const createCallGate = (db: Db, { authenticate, isRateLimited }: Options): CallGate => ({
  isRateLimited,
  authenticate: createAuthenticateCaller(db, authenticate),
  userIdOf: (actor) => (actor as Actor | null)?.userId ?? null,
  admit: (actor, call, policy) => refuseGuests(actor as Actor | null, call.allow, rulesOf(policy)),
  audit: (actor, call, input, request) => prepareAuditEntry(db, actor as Actor | null, call, input, request),
  authorise: (actor, call, policy, input) => authoriseCall(db, actor as Actor | null, call, rulesOf(policy), input),
})
