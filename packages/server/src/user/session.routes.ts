import { sessionCalls } from '@knowreel/shared/user/session.calls.ts'
import { serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Authenticate } from './authenticate.ts'
import { deviceName } from './device-name.ts'
import { createPasswordLimit, logIn } from './log-in.ts'
import { issueOneUseToken } from './one-use-token.ts'
import { readMeOfSession } from './read-me-of-session.ts'
import type { SecondFactor } from './second-factor.ts'
import { sessionPolicy } from './session.policy.ts'
import { deleteOtherSessions, deleteSession, listSessionsOf } from './session.queries.ts'
import type { SocialProviders } from './social/social-provider.ts'
import type { MeView } from './user.queries.ts'

type Parts = {
  db: Db
  authenticate: Authenticate
  secondFactor: SecondFactor
  view: MeView
  providers: SocialProviders
}

const ticketLifetimeMs = 60_000

export function sessionRoutes({ db, authenticate, secondFactor, view, providers }: Parts) {
  const parts = { db, secondFactor, wrongPasswords: createPasswordLimit() }
  return serve(sessionCalls, sessionPolicy, {
    logIn: async ({ body, request }) => {
      const { token } = await logIn(parts, body, request)
      return { token, ...(await readMeOfSession(db, token, view)) }
    },
    providers: async () => ({ providers: [...providers.list] }),
    logOut: async ({ actor, request }) => {
      await deleteSession(db, actor.sessionId)
      authenticate.forget(request.token)
      return { success: true }
    },
    list: async ({ actor }) => {
      const sessions = await listSessionsOf(db, actor.userId)
      return {
        sessions: sessions.map(({ userAgent, createdAt, lastUsedAt, ...session }) => ({
          ...session,
          isCurrent: session.id === actor.sessionId,
          device: deviceName(userAgent),
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
        })),
      }
    },
    end: async ({ subject, actor, request }) => {
      await deleteSession(db, subject.id)
      if (subject.id === actor?.sessionId) authenticate.forget(request.token)
      return { success: true }
    },
    endOthers: async ({ actor }) => {
      await deleteOtherSessions(db, actor.userId, actor.sessionId)
      return { success: true }
    },
    ticket: async ({ actor: { userId, sessionId } }) => ({
      token: await issueOneUseToken(db, { purpose: 'ticket', userId, sessionId, lifetimeMs: ticketLifetimeMs }),
    }),
  })
}
