import * as z from 'zod'
import { call } from '../catalogue/call.ts'
import { success } from '../catalogue/wire.ts'
import { secondFactorCode } from './session.calls.ts'
import { passwordLimits } from './user.rules.ts'

/** People who only sign in with another provider have no password; a sign-in within ten minutes replaces it. */
const passwordForm = z.strictObject({
  password: z.string().max(passwordLimits.maximum).optional(),
})
const recoveryCodesResponse = z.object({ recoveryCodes: z.array(z.string()) })
const rateLimit = { max: 10, windowMs: 60_000 }

export const twoFactorCalls = {
  get: call({
    method: 'GET',
    path: '/user/two-factor',
    summary: 'Whether two-factor sign-in is on, and how many recovery codes are left',
    allow: 'session',
    response: z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number().int(), hasPassword: z.boolean() }),
  }),
  start: call({
    method: 'POST',
    path: '/user/two-factor',
    summary: 'Begin to set up two-factor sign-in: a secret for the authenticator app, not in force yet',
    allow: 'session',
    body: passwordForm,
    response: z.object({ secret: z.string(), address: z.string() }),
    errors: ['wrong_password', 'sign_in_again', 'two_factor_is_on', 'email_not_confirmed'],
    rateLimit,
    refusesOperators: true,
  }),
  confirm: call({
    method: 'POST',
    path: '/user/two-factor/confirm',
    summary: 'Turn two-factor sign-in on with a first code; gives the recovery codes, shown this once',
    allow: 'session',
    body: z.strictObject({ code: secondFactorCode }),
    response: recoveryCodesResponse,
    errors: ['wrong_code', 'two_factor_is_on', 'two_factor_is_off'],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'two_factor_on' },
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/user/two-factor/recovery-codes',
    summary: 'New recovery codes; the former ones stop working',
    allow: 'session',
    body: passwordForm,
    response: recoveryCodesResponse,
    errors: ['wrong_password', 'sign_in_again', 'two_factor_is_off'],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'recovery_codes_renewed' },
  }),
  turnOff: call({
    method: 'DELETE',
    path: '/user/two-factor',
    summary: 'Turn two-factor sign-in off',
    allow: 'session',
    body: passwordForm,
    response: success,
    errors: ['wrong_password', 'sign_in_again', 'two_factor_is_off'],
    rateLimit,
    refusesOperators: true,
    audit: { action: 'two_factor_off' },
  }),
}
