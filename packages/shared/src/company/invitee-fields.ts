/** Fields of a person whom a colleague creates or invites. */
import * as z from 'zod'
import { singleLine } from '../catalogue/wire.ts'
import { emailField } from '../user/user.calls.ts'

const properName = (message: string) => singleLine(80, message).pipe(z.string().trim().min(2, message))
export const firstName = properName('First name can no be lesser than 2 words!')
export const lastName = properName('Last name can no be lesser than 2 words!')
export const email = z.string({ error: 'Please enter a valid email' }).trim().pipe(emailField)
/** Only the owner transfers ownership, never an invitation. */
export const inviteeRole = z.enum(['user', 'moderator', 'admin'])
/** In one request: as many as a company may invite in an hour. */
export const maxInvitees = 100
