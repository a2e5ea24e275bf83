import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { isoTime, singleLine, success, text } from '../catalogue/wire.ts'
import { minCompanyTitleLength, logoLimits } from './company.rules.ts'

/** In ascending order: a check passes if the role is equal or higher. */
export const companyRoles = ['user', 'moderator', 'admin', 'owner'] as const
export const companyRole = z.enum(companyRoles)
export type CompanyRole = z.infer<typeof companyRole>

export const companyUserStatus = z.enum(['active', 'deactivated', 'invited'])
export type CompanyUserStatus = z.infer<typeof companyUserStatus>

/** Subscription status as reported by the payment provider. */
export const subscriptionStatus = z.enum(['active', 'trialing', 'past_due', 'paused', 'canceled'])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

export const companyTitle = singleLine(100, 'The company name is required').pipe(
  z.string().trim().min(1, 'The company name is required').min(minCompanyTitleLength, 'Invalid company name'),
)

/** A company as its member sees it, with the member's role and status. */
export const companyForMember = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  /** Host, with a non-default port; null while company hosts are off. */
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

/** The current company of the session, with all fields. */
export const currentCompany = companyForMember.extend({
  /** The caller's own entry; `GET /company/{id}/info` has everyone's. */
  roles: z.array(companyRoleEntry),
  /** Id of the owner. */
  user: z.string(),
  /** Public links to its articles are disabled. */
  isSharingOff: z.boolean(),
  /** API keys of its people are refused, and none can be created. */
  areApiKeysOff: z.boolean(),
  /** The same picture: logos are small. */
  logoPreview: z.string().nullable(),
  /** Null without a subscription; only the owner gets its id. */
  paddle: z.object({ status: subscriptionStatus, subscriptionId: z.string().nullable() }).nullable(),
  /**
   * While the company or the caller is deactivated: who can change that, or at least pass it on. Null if nobody is known,
   * and in every other state.
   */
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
})
export type CurrentCompany = z.infer<typeof currentCompany>

/** Where the logo of the page leads, in a new tab; null unless the installation names it and the company is paid. */
export const marketingUrl = z.string().nullable()

const publicCompany = companyForMember.pick({ id: true, title: true, slug: true, domain: true, logo: true })

/** Fields for every member; the others are null without an admin-type role. */
export const companyInfo = publicCompany.extend({
  counts: z.object({ users: z.number().int(), workspaces: z.number().int(), articles: z.number().int() }),
  /** The contact person. */
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
  /** At most 1,000, in order of joining. */
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
    response: z.object({ companies: z.array(companyForMember) }),
  }),
  create: call({
    method: 'POST',
    path: '/company/',
    summary: 'Found a company; the token is of a new session in it, which ends in an hour unless it is used',
    allow: 'session',
    body: z.strictObject({
      title: companyTitle,
      /** The requested domain name; if absent or empty, one is derived from the title. */
      slug: domainName.optional(),
    }),
    response: z.object({ company: companyForMember, token: z.string() }),
    errors: ['forbidden', 'slug_taken', 'too_many_requests'],
    rateLimit: { max: 20, windowMs: minute },
    refusesOperators: true,
  }),
  update: call({
    method: 'PUT',
    path: '/company',
    summary: 'Save title and logo of the current company; the logo as a data URL of a PNG or JPEG',
    allow: may('company.edit', 'company'),
    key: companyWide('admin'),
    body: z.strictObject({
      title: companyTitle.optional(),
      logo: z.string().max(logoLimits.dataUrlLength, logoLimits.tooLarge).nullish(),
      isLogoDeleted: z.boolean().optional(),
      /** If true, no public link of the company opens and none can be created. */
      isSharingOff: z.boolean().optional(),
      /** If true, API keys are refused and none can be created. */
      areApiKeysOff: z.boolean().optional(),
    }),
    response: z.object({ company: currentCompany }),
    errors: ['image_format'],
    // Large enough that an oversized logo reaches the field's own check.
    bodyLimit: 8_000_000,
    audit: {
      action: 'sharing_switched',
      subject: { kind: 'company', at: 'company' },
      details: ['isSharingOff'],
      ifHas: 'isSharingOff',
      also: {
        action: 'api_keys_switched',
        subject: { kind: 'company', at: 'company' },
        details: ['areApiKeysOff'],
        ifHas: 'areApiKeysOff',
      },
    },
  }),
  switch: call({
    method: 'GET',
    path: '/company/switch/{id}',
    summary: 'A session in another company of the caller; the present one lives on for 60 s',
    allow: may('company.view', 'params.id'),
    response: z.object({
      token: z.string(),
      /** The company's host, if company hosts are on. */
      address: z.string().nullable(),
    }),
    rateLimit: { max: 60, windowMs: minute },
    refusesOperators: true,
  }),
  info: call({
    method: 'GET',
    path: '/company/{id}/info',
    summary: 'A company of the caller; admin-type roles see all of it',
    allow: may('company.view', 'params.id'),
    response: z.object({ company: companyInfo }),
  }),
  slug: call({
    method: 'GET',
    path: '/company/{id}/slug',
    summary: 'The slug and the domain of a company of the caller',
    allow: may('company.view', 'params.id'),
    response: z.object({ slug: z.string(), domain: z.string().nullable() }),
  }),
  bySlug: call({
    method: 'GET',
    path: '/company/slug/{slug}',
    summary: 'What the sign-in page of a company shows',
    allow: 'guest',
    response: z.object({ company: publicCompany, marketingUrl }),
    errors: ['not_found'],
    rateLimit: { max: 120, windowMs: minute },
  }),
  paidStatus: call({
    method: 'GET',
    path: '/company/paid-status',
    summary: 'The status of the subscription: active without billing, none without a subscription',
    allow: 'session',
    key: 'read',
    allowsUnpaid: true,
    response: z.object({ status: z.enum([...subscriptionStatus.options, 'none']) }),
    errors: ['no_company'],
  }),
  status: call({
    method: 'GET',
    path: '/company/status',
    summary: 'Whether the current company is active',
    allow: 'session',
    key: 'read',
    allowsUnpaid: true,
    response: z.object({ isActivated: z.boolean() }),
    errors: ['no_company'],
  }),
  domain: call({
    method: 'GET',
    path: '/domain/{name}',
    summary: 'Whether a domain name can be taken, and whether a company answers under it',
    allow: 'session',
    response: z.object({ name: z.string(), isAvailable: z.boolean(), isReady: z.boolean() }),
    rateLimit: { max: 240, windowMs: minute },
  }),
  // Without a rate limit: all requests come from the proxy.
  certificate: call({
    method: 'GET',
    path: '/certificate',
    summary: 'For the proxy: 200 if a host is that of the installation or of a company, and may get a certificate',
    allow: 'guest',
    query: z.strictObject({ domain: text(253).pipe(z.string().min(1)) }),
    response: success,
    errors: ['not_found'],
  }),
}
