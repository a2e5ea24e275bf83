/** Sessions and API keys: for the calls of the catalogue. Sockets and everything else take sessions only. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { createActorCache, type Authenticate } from '../session/authenticate.ts'
import { listActors } from '../session/session.queries.ts'
import { hashSessionToken } from '../session/session-token.ts'
import { isApiKeyToken } from './api-key-token.ts'
import { findKeyActor, listKeyActors, touchKey } from './api-key.queries.ts'

/** Minimum interval between writes of a key's last use. */
const touchAfterMs = 60_000

type AuthenticateCaller = (token: string | null) => Promise<Actor | null>

export function createAuthenticateCaller(db: Db, authenticate: Authenticate): AuthenticateCaller {
  const keys = createActorCache(async (token) => {
    const found = await findKeyActor(db, hashSessionToken(token))
    if (found === null) return null
    if (found.isOff) throw new AppError('api_keys_off')
    if (Date.now() - (found.lastUsedAt?.getTime() ?? 0) > touchAfterMs) await touchKey(db, found.actor.sessionId)
    return found.actor
  })
  return (token) => (token !== null && isApiKeyToken(token) ? keys.find(token) : authenticate(token))
}

/** The people of the live ones of these sessions and keys, by id. */
export async function listCallers(db: Db, ids: readonly string[]): Promise<Map<string, Actor>> {
  const sessions = await listActors(db, ids)
  const keys = await listKeyActors(
    db,
    ids.filter((id) => !sessions.has(id)),
  )
  return new Map([...sessions, ...keys])
}
