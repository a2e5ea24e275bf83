/**
 * Resolves a token to an actor. Results are cached for a second, so that a page's many requests cost one query; revoked
 * access therefore ends well within the promised five seconds.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { hashSessionToken } from './session-token.ts'
import { findActor, touchSession } from './session.queries.ts'

const cacheMs = 1000
const maxCached = 5000
/** Minimum interval between writes of a session's last use. */
const touchAfterMs = 15 * 60_000
const maxTokenLength = 200

export type Authenticate = {
  (token: string | null): Promise<Actor | null>
  /** Drops the cache entry of a token, for instance at logout. */
  forget(token: string | null): void
}

export function createAuthenticate(db: Db): Authenticate {
  const sessions = createActorCache(async (token) => {
    const found = await findActor(db, hashSessionToken(token))
    if (found !== null && Date.now() - found.lastUsedAt.getTime() > touchAfterMs)
      await touchSession(db, found.sessionId)
    return found
  })
  const authenticate = async (token: string | null): Promise<Actor | null> => {
    if (token === null || token === '') return null
    if (token.length > maxTokenLength) throw new AppError('not_signed_in')
    return sessions.find(token)
  }
  return Object.assign(authenticate, {
    forget(token: string | null) {
      if (token !== null) sessions.forget(token)
    },
  })
}

type ActorCache = {
  /** Throws if the token has ended. */
  find(token: string): Promise<Actor>
  forget(token: string): void
}

export function createActorCache(find: (token: string) => Promise<Actor | null>): ActorCache {
  const kept = new Map<string, { actor: Promise<Actor | null>; until: number }>()
  const findKept = async (token: string): Promise<Actor> => {
    const now = Date.now()
    let entry = kept.get(token)
    if (entry === undefined || entry.until < now) {
      if (kept.size >= maxCached) kept.clear()
      entry = { actor: find(token), until: now + cacheMs }
      kept.set(token, entry)
      entry.actor.catch(() => kept.delete(token))
    }
    const actor = await entry.actor
    if (actor === null) throw new AppError('not_signed_in')
    return actor
  }

  return { find: findKept, forget: (token) => void kept.delete(token) }
}
