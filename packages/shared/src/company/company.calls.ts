import * as z from 'zod'
import { call } from '../catalogue/call.ts'
import { isoTime, text } from '../catalogue/wire.ts'

/** In rising order: a check passes when the role is at or above the one asked. */
export const companyRoles = ['user', 'moderator', 'admin', 'owner'] as const
export const companyRole = z.enum(companyRoles)
export type CompanyRole = z.infer<typeof companyRole>

export const companyUserStatus = z.enum(['active', 'deactivated', 'invited'])
export type CompanyUserStatus = z.infer<typeof companyUserStatus>

/** What the payment provider says of a subscription. */
export const subscriptionStatus = z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

export const companyTitle = text(100, 'The company name is required').pipe(
  z.string().trim().min(1, 'The company name is required').min(3, 'Invalid company name'),
)

/** A company as its member sees it, with the member's own role and status. */
export const companyForMember = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  domain: z.string().nullable(),
  logo: z.string().nullable(),
  isActivated: z.boolean(),
  isPaid: z.boolean(),
  isBilling: z.boolean(),
  isAiEnabled: z.boolean(),
  createdAt: isoTime,
  role: companyRole,
  status: companyUserStatus,
})
export type CompanyForMember = z.infer<typeof companyForMember>

export const companyCalls = {
  list: call({
    method: 'GET',
    path: '/company/',
    summary: 'The companies of the signed-in person',
    allow: 'session',
    gives: z.object({ companies: z.array(companyForMember) }),
  }),
}
