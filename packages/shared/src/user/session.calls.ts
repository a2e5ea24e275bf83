import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, success, text } from '../catalogue/wire.ts'
import { companyForMember } from '../company/company.calls.ts'
import { me } from './user.calls.ts'
import { passwordLimits } from './user.rules.ts'

/** Six digits of the authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().min(1, 'Please enter the code').max(20)

export const logInForm = z.strictObject({
  email: text(254, 'Please enter your email').pipe(z.string().trim().min(1, 'Please enter your email')),
  password: z
    .string({ error: 'Please enter your password' })
    .min(1, 'Please enter your password')
    .max(passwordLimits.maximum),
  code: secondFactorCode.optional(),
})

/** The one-use token of `/login/{token}`, from an email, an identity provider or the back office. */
const tokenLogInForm = z.strictObject({ token: z.string().min(1).max(200), code: secondFactorCode.optional() })

/** A live session of the caller, for the profile. */
export const session = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  kind: z.enum(['web', 'extension', 'admin']),
  /** Browser and system: 'Firefox on Windows'. */
  device: z.string(),
  companyTitle: z.string().nullable(),
  createdAt: isoTime,
  lastUsedAt: isoTime,
})
export type Session = z.infer<typeof session>

const minute = 60_000

export const sessionCalls = {
  logIn: call({
    method: 'POST',
    path: '/login',
    summary: 'Sign in with email and password, or with a one-use token; with a code where two-factor is on',
    allow: 'guest',
    body: z.union([tokenLogInForm, logInForm]),
    response: z.object({ token: z.string(), user: me, companies: z.array(companyForMember) }),
    errors: ['wrong_credentials', 'link_used', 'two_factor_needed', 'wrong_code'],
    // Wrong passwords are also counted per account, whatever the address: see log-in.ts on the server.
    rateLimit: [
      { max: 10, windowMs: minute, bodyKey: 'email' },
      { max: 100, windowMs: minute },
    ],
  }),
  providers: call({
    method: 'GET',
    path: '/login/providers',
    summary: 'List sign-in providers; GET /api/login/{id} in a browser redirects to one',
    allow: 'guest',
    response: z.object({ providers: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  logOut: call({
    method: 'POST',
    path: '/user/logout',
    summary: 'End this session',
    allow: 'session',
    response: success,
  }),
  list: call({
    method: 'GET',
    path: '/user/sessions',
    summary: 'The live sessions of the caller, the last used first',
    allow: 'session',
    response: z.object({ sessions: z.array(session) }),
  }),
  end: call({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    summary: 'End one session of the caller',
    allow: may('session.end', 'params.id'),
    response: success,
    refusesOperators: true,
  }),
  endOthers: call({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'Sign out everywhere else',
    allow: 'session',
    response: success,
    refusesOperators: true,
  }),
  ticket: call({
    method: 'POST',
    path: '/user/ticket',
    summary: 'A token that opens one socket within 60 s, so that no session token appears in a URL',
    allow: 'session',
    response: z.object({ token: z.string() }),
    rateLimit: { max: 120, windowMs: minute },
  }),
  extensionTicket: call({
    method: 'POST',
    path: '/user/extension/ticket',
    summary: 'A token that the recorder extension exchanges for a session of its own within 60 s',
    allow: 'member',
    response: z.object({ token: z.string() }),
    refusesOperators: true,
    rateLimit: { max: 30, windowMs: minute },
  }),
  connectExtension: call({
    method: 'POST',
    path: '/user/extension/session',
    summary: 'Open a session for the recorder extension with a ticket',
    allow: 'guest',
    body: z.strictObject({ ticket: z.string().min(1).max(200) }),
    response: z.object({ token: z.string(), user: me, companies: z.array(companyForMember) }),
    errors: ['link_used'],
    rateLimit: { max: 30, windowMs: minute },
  }),
}
