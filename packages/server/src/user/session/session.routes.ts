import { sessionCalls } from '@knowreel/shared/user/session.calls.ts'
import { serve } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Authenticate } from './authenticate.ts'
import { createPasswordLimits, logIn } from '../sign-in/log-in.ts'
import { connectExtension, issueExtensionTicket } from './connect-extension.ts'
import { issueOneUseToken } from '../sign-in/one-use-token.ts'
import { readMeOfSession } from './read-me-of-session.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { sessionPolicy } from './session.policy.ts'
import { deleteOtherSessions, deleteSession, listSessionsOf } from './session.queries.ts'
import type { SocialProviders } from '../social/social-provider.ts'
import type { MeView } from '../user.queries.ts'

type Dependencies = {
  db: Db
  authenticate: Authenticate
  secondFactor: SecondFactor
  view: MeView
  providers: SocialProviders
}

const ticketLifetimeMs = 60_000

export function sessionRoutes({ db, authenticate, secondFactor, view, providers }: Dependencies) {
  const parts = { db, secondFactor, wrongPasswords: createPasswordLimits() }
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
    extensionTicket: async ({ actor }) => ({ token: await issueExtensionTicket(db, actor) }),
    connectExtension: async ({ body: { ticket }, request }) => {
      const token = await connectExtension(db, ticket, request)
      return { token, ...(await readMeOfSession(db, token, view)) }
    },
  })
}

/** The order matters: most browsers also include the names of those they derive from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChromium\//, 'Chromium'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\b(Linux|X11)\b/, 'Linux'],
]

/** For example 'Firefox on Windows', as far as it can be recognised. */
export function deviceName(userAgent: string | null): string {
  const find = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
