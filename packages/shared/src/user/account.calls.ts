import * as z from 'zod'
import { call } from '../catalogue/call.ts'
import { success } from '../catalogue/wire.ts'
import { companyTitle } from '../company/company.calls.ts'
import { emailField, me, newPassword, personName } from './user.calls.ts'

export const signUpForm = z.strictObject({
  firstName: personName,
  lastName: personName,
  email: z.string({ error: 'Please enter a valid email' }).trim().pipe(emailField),
  password: newPassword,
  companyTitle: companyTitle.optional(),
})

export const resetRequestForm = z.strictObject({
  email: z.string({ error: 'Please enter a valid email' }).trim().pipe(emailField),
})

export const resetForm = z.strictObject({
  token: z.string().min(1).max(200),
  password: newPassword,
  /** The second factor, if it is on. */
  code: z.string().trim().max(20).optional(),
})

const signedInResponse = z.object({ token: z.string(), user: me })
const minute = 60_000
const hour = 60 * minute

export const accountCalls = {
  signUp: call({
    method: 'POST',
    path: '/signup',
    summary: 'Create an account and, with a company name, the company it owns',
    allow: 'guest',
    body: signUpForm,
    response: signedInResponse,
    errors: ['email_taken'],
    rateLimit: { max: 10, windowMs: minute },
  }),
  requestPasswordReset: call({
    method: 'POST',
    path: '/password-reset',
    summary: 'Mail a link for a new password; the same answer whether the address has an account or not',
    allow: 'guest',
    body: resetRequestForm,
    response: success,
    rateLimit: { max: 5, windowMs: hour, bodyKey: 'email' },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/password-reset-token',
    summary: 'Set a new password with the token of the mail; every other session ends',
    allow: 'guest',
    body: resetForm,
    response: z.object({ token: z.string() }),
    errors: ['link_used', 'two_factor_needed', 'wrong_code'],
    rateLimit: { max: 20, windowMs: minute },
  }),
}
