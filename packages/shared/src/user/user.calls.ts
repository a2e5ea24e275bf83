import * as z from 'zod'
import { call } from '../catalogue/call.ts'
import { isoTime, singleLine } from '../catalogue/wire.ts'
import { companyForMember, companyRole, currentCompany } from '../company/company.calls.ts'
import { passwordLimits, photoLimits } from './user.rules.ts'

/** A person as colleagues see them; `email` only among signed-in members of one company, otherwise null. */
export const person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  jobTitle: z.string().nullable(),
  isDeactivated: z.boolean(),
})
export type Person = z.infer<typeof person>

/** How paragraphs of new recordings are generated. */
export const paragraphsGeneration = z.enum(['manually', 'automatically'])
export type ParagraphsGeneration = z.infer<typeof paragraphsGeneration>

export const me = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  /** Also true if email is not set up. */
  isEmailConfirmed: z.boolean(),
  /** Replaces `email` once it is confirmed. */
  pendingEmail: z.string().nullable(),
  /** False for people who only sign in with an identity provider. */
  hasPassword: z.boolean(),
  jobTitle: z.string().nullable(),
  /** `YYYY-MM-DD`, a date without time zone. */
  birthDay: z.string().nullable(),
  profileImage: z.string().nullable(),
  profileImagePreview: z.string().nullable(),
  paragraphsAutoGeneration: paragraphsGeneration,
  role: companyRole.nullable(),
  /** Ids of the person's groups in the current company. */
  groups: z.array(z.string()),
  globalRoles: z.array(z.enum(['admin', 'owner'])),
  company: currentCompany.nullable(),
  companyIds: z.array(z.string()),
  personalWorkspaceId: z.string().nullable(),
  personalWorkspaceShortId: z.string().nullable(),
  isSuperAdmin: z.boolean(),
  /** Was deactivated in or removed from a company; distinguishes people who lost their last company from new ones. */
  hasLeftCompany: z.boolean(),
  /** Home offers the first steps in the current company, until they are done or closed. */
  hasFirstSteps: z.boolean(),
  /** Email address or URL of the installation's support; null: people ask the owner of their company. */
  supportContact: z.string().nullable(),
  lastTimeLoggedIn: isoTime.nullable(),
  createdAt: isoTime,
  /** The payment provider's customer, for the owner of a company that pays; null for everyone else. */
  paddle: z.object({ customerId: z.string() }).nullable(),
  /** In a session in which an operator is logged in as this person; null in their own. */
  loggedInAs: z.object({ operatorName: z.string(), endsAt: isoTime }).nullable(),
  /** Abilities in the current company are false if the company or the membership is deactivated. */
  abilities: z.object({
    createWorkspace: z.boolean(),
    createArticle: z.boolean(),
    createCompany: z.boolean(),
    editCompany: z.boolean(),
    manageUsers: z.boolean(),
    manageGroups: z.boolean(),
    seeBilling: z.boolean(),
    seeAdmin: z.boolean(),
    seeAuditLog: z.boolean(),
  }),
})
export type Me = z.infer<typeof me>

export const emailField = z.email('Please enter a valid email').max(254)
export const personName = singleLine(80, 'Please fill in this field').pipe(
  z.string().trim().min(1, 'Please fill in this field'),
)
const passwordTooShort = `The password needs at least ${passwordLimits.minimum} characters`
const passwordTooLong = `The password can have at most ${passwordLimits.maximum} characters`
export const newPassword = z
  .string({ error: 'Please enter a password' })
  .min(passwordLimits.minimum, passwordTooShort)
  .max(passwordLimits.maximum, passwordTooLong)

const birthDay = z.iso
  .date({ error: 'Please enter a date', abort: true })
  .refine(
    (date) => date >= '1900-01-01' && date <= new Date().toISOString().slice(0, 10),
    'Please enter a date between 1900 and today',
  )

export const profileForm = z
  .strictObject({
    firstName: personName.optional(),
    lastName: personName.optional(),
    jobTitle: singleLine(120).nullable().optional(),
    /** Takes effect once its emailed link is opened. */
    email: z.string({ error: 'Please enter a valid email' }).trim().pipe(emailField).optional(),
    birthDay: birthDay.nullable().optional(),
    paragraphsAutoGeneration: paragraphsGeneration.optional(),
    /** PNG or JPEG as a data URL. */
    userProfileImage: z.string().max(photoLimits.dataUrlLength, photoLimits.tooLarge).nullable().optional(),
    isUserProfileImageDeleted: z.boolean().optional(),
    /** Closes the first steps in the current company for good. */
    hasFirstSteps: z.literal(false).optional(),
    passwordOld: z.string().max(passwordLimits.maximum).optional(),
    /** Empty: the password is unchanged. */
    passwordNew: z
      .string()
      .max(passwordLimits.maximum, passwordTooLong)
      .refine((password) => password === '' || password.length >= passwordLimits.minimum, passwordTooShort)
      .optional(),
    passwordConfirm: z.string().max(passwordLimits.maximum).optional(),
  })
  .refine((form) => (form.passwordNew ?? '') === (form.passwordConfirm ?? ''), {
    path: ['passwordConfirm'],
    message: 'Passwords do not match',
  })

/** Derived from what the person and the company have. */
const firstSteps = z.object({
  /** An article or draft of their own with a title or text. */
  hasWritten: z.boolean(),
  /** An article or draft of their own with a recording. */
  hasRecorded: z.boolean(),
  /** The company has another member or an invitation. */
  hasInvited: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

const minute = 60_000

export const userCalls = {
  me: call({
    method: 'GET',
    path: '/user/me',
    summary: 'The signed-in person and their companies',
    allow: 'session',
    key: 'read',
    response: z.object({ user: me, companies: z.array(companyForMember) }),
  }),
  firstSteps: call({
    method: 'GET',
    path: '/user/first-steps',
    summary: 'Which of the first steps the person has done in the current company',
    allow: 'member',
    response: z.object({ steps: firstSteps }),
  }),
  updateMe: call({
    method: 'PUT',
    path: '/user/me',
    summary: 'Save the personal profile; a new password ends all other sessions',
    allow: 'session',
    body: profileForm,
    bodyLimit: photoLimits.dataUrlLength + 100_000,
    response: z.object({ user: me }),
    errors: ['wrong_password', 'email_taken', 'image_format'],
    rateLimit: { max: 30, windowMs: minute },
    refusesOperators: true,
    audit: { action: 'password_changed', ifHas: 'passwordNew' },
  }),
  confirmEmail: call({
    method: 'POST',
    path: '/user/email',
    summary: 'Confirm an address with the token of the mail that was sent to it',
    allow: 'session',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    response: z.object({ user: me }),
    errors: ['link_used', 'email_taken'],
    rateLimit: { max: 20, windowMs: minute },
    refusesOperators: true,
    audit: { action: 'email_changed' },
  }),
}
