import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { errorCodes, type ErrorCode } from '@knowreel/shared/error/error-codes.ts'

/** Every refusal a caller of this call must reckon with, in the order of the statuses: its own and those of its kind. */
export function errorsOfCall(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...accessErrors(call), ...call.errors, 'invalid_input', 'internal'])
  if (call.method !== 'GET') for (const code of bodyErrors) codes.add(code)
  if (call.rateLimit !== undefined) codes.add('too_many_requests')
  return [...codes].toSorted((a, b) => errorCodes[a].status - errorCodes[b].status)
}

const bodyErrors = ['unreadable_request', 'too_large', 'wrong_media_type'] as const
const companyErrors = ['no_company', 'company_deactivated', 'user_inactive_in_company', 'company_not_paid'] as const

function accessErrors({ allow }: Call): readonly ErrorCode[] {
  if (allow === 'guest') return []
  if (allow === 'session') return ['not_signed_in']
  if (allow === 'member') return ['not_signed_in', ...companyErrors]
  return ['not_signed_in', 'forbidden', ...companyErrors, 'not_found']
}

/** One sentence for people. */
export function describeAccess({ allow }: Call): string {
  if (allow === 'guest') return 'Open to anybody.'
  if (allow === 'session') return 'For whoever is signed in.'
  if (allow === 'member') return 'For active members of an active company.'
  return `Needs the permission ${allow.permission} on ${allow.of}.`
}
