import * as z from 'zod'
import { call } from '../catalogue/call.ts'
import { success, text } from '../catalogue/wire.ts'
import { companyForMember } from '../company/company.calls.ts'
import { me } from './user.calls.ts'
import { passwordLimits } from './user.rules.ts'

/** Six digits of the authenticator app, or one of the recovery codes. */
export const secondFactorCode = z.string().trim().min(1, 'Please enter the code').max(20)

export const logInForm = z.strictObject({
  email: text(254, 'Please enter your email').pipe(z.string().trim().min(1, 'Please enter your email')),
  password: z
    .string({ error: 'Please enter your password' })
    .min(1, 'Please enter your password')
    .max(passwordLimits.maximum),
})

const minute = 60_000

export const sessionCalls = {
  logIn: call({
    method: 'POST',
    path: '/login',
    summary: 'Sign in with email and password',
    allow: 'guest',
    body: logInForm,
    gives: z.object({ token: z.string(), user: me, companies: z.array(companyForMember) }),
    errors: ['wrong_credentials'],
    rateLimit: { max: 10, windowMs: minute, bodyKey: 'email' },
  }),
  logOut: call({
    method: 'POST',
    path: '/user/logout',
    summary: 'End this session',
    allow: 'session',
    gives: success,
  }),
}
