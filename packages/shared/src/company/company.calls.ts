import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime, text } from '../catalogue/wire.ts'
import { companyTitleMinimum, logoLimits } from './company.rules.ts'

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
  z.string().trim().min(1, 'The company name is required').min(companyTitleMinimum, 'Invalid company name'),
)

/** A company as its member sees it, with the member's own role and status. */
export const companyForMember = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Host, with its port where that is not the usual one; null while companies have no hosts of their own. */
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

const companyRoleEntry = z.object({ user: z.string(), role: companyRole, status: companyUserStatus })

/** The current company of the session, whole. */
export const currentCompany = companyForMember.extend({
  /** The caller's own entry; those of all people are in `GET /company/{id}/info`. */
  roles: z.array(companyRoleEntry),
  /** The id of the owner. */
  user: z.string(),
  /** Public links to its articles are switched off. */
  isSharingOff: z.boolean(),
  /** The same picture: logos are kept small. */
  logoPreview: z.string().nullable(),
  /** Null without a subscription; its id is for the owner alone. */
  paddle: z.object({ status: subscriptionStatus, subscriptionId: z.string().nullable() }).nullable(),
})
export type CurrentCompany = z.infer<typeof currentCompany>

const publicCompany = companyForMember.pick({ id: true, title: true, slug: true, domain: true, logo: true })

/** What every member may know; the rest is for admin-type roles, else null. */
export const companyInfo = publicCompany.extend({
  counts: z.object({ users: z.number().int(), workspaces: z.number().int(), articles: z.number().int() }),
  /** Whom to turn to. */
  owner: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    name: z.string(),
    email: z.string(),
  }),
  createdAt: isoTime.nullable(),
  isActivated: z.boolean().nullable(),
  isPaid: z.boolean().nullable(),
  isBilling: z.boolean().nullable(),
  isAiEnabled: z.boolean().nullable(),
  /** At most 1000, the first to join first. */
  roles: z.array(companyRoleEntry).nullable(),
})
export type CompanyInfo = z.infer<typeof companyInfo>

const minute = 60_000
const domainName = text(100).pipe(z.string().trim())

export const companyCalls = {
  list: call({
    method: 'GET',
    path: '/company/',
    summary: 'The companies of the signed-in person',
    allow: 'session',
    gives: z.object({ companies: z.array(companyForMember) }),
  }),
  create: call({
    method: 'POST',
    path: '/company/',
    summary: 'Found a company; the token is of a new session in it, which ends in an hour unless it is used',
    allow: 'session',
    body: z.strictObject({
      title: companyTitle,
      /** The wanted domain name; without it, or empty, a free one is made from the title. */
      slug: domainName.optional(),
    }),
    gives: z.object({ company: companyForMember, token: z.string() }),
    errors: ['forbidden', 'slug_taken', 'too_many_requests'],
    rateLimit: { max: 20, windowMs: minute },
  }),
  update: call({
    method: 'PUT',
    path: '/company',
    summary: 'Save title and logo of the current company; the logo as a data URL of a PNG or JPEG',
    allow: may('company.edit', 'company'),
    body: z.strictObject({
      title: companyTitle.optional(),
      logo: z.string().max(logoLimits.dataUrlLength, logoLimits.tooLarge).nullish(),
      isLogoDeleted: z.boolean().optional(),
      /** While it is on, no public link to an article of the company opens and none is made. */
      isSharingOff: z.boolean().optional(),
    }),
    gives: z.object({ company: currentCompany }),
    errors: ['image_format'],
    // A picture that is too large is told so in the words of its field.
    bodyLimit: 8_000_000,
  }),
  switch: call({
    method: 'GET',
    path: '/company/switch/{id}',
    summary: 'A session in another company of the caller; the present one lives on for 60 s',
    allow: may('company.view', 'params.id'),
    gives: z.object({
      token: z.string(),
      /** Where the company answers, when it has a host of its own. */
      address: z.string().nullable(),
    }),
    rateLimit: { max: 60, windowMs: minute },
  }),
  info: call({
    method: 'GET',
    path: '/company/{id}/info',
    summary: 'A company of the caller; admin-type roles see all of it',
    allow: may('company.view', 'params.id'),
    gives: z.object({ company: companyInfo }),
  }),
  slug: call({
    method: 'GET',
    path: '/company/{id}/slug',
    summary: 'The slug and the domain of a company of the caller',
    allow: may('company.view', 'params.id'),
    gives: z.object({ slug: z.string(), domain: z.string().nullable() }),
  }),
  bySlug: call({
    method: 'GET',
    path: '/company/slug/{slug}',
    summary: 'What the sign-in page of a company shows',
    allow: 'guest',
    gives: z.object({ company: publicCompany }),
    errors: ['not_found'],
    rateLimit: { max: 120, windowMs: minute },
  }),
  paidStatus: call({
    method: 'GET',
    path: '/company/paid-status',
    summary: 'The status of the subscription: active without billing, none without a subscription',
    allow: 'session',
    isOpenUnpaid: true,
    gives: z.object({ status: z.enum([...subscriptionStatus.options, 'none']) }),
    errors: ['no_company'],
  }),
  status: call({
    method: 'GET',
    path: '/company/status',
    summary: 'Whether the current company is active',
    allow: 'session',
    isOpenUnpaid: true,
    gives: z.object({ isActivated: z.boolean() }),
    errors: ['no_company'],
  }),
  domain: call({
    method: 'GET',
    path: '/domain/{name}',
    summary: 'Whether a domain name can be taken, and whether a company answers under it',
    allow: 'session',
    gives: z.object({ name: z.string(), isAvailable: z.boolean(), isReady: z.boolean() }),
    rateLimit: { max: 240, windowMs: minute },
  }),
}
