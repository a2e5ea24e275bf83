import { isDay } from '@knowreel/shared/audit/audit-day.rules.ts'
import type { UnappliedOutcome } from '@knowreel/shared/billing/billing-admin.calls.ts'

/** The pages of the back office and their URL parameters. Separate from the pages, because the route table reads them. */
export const adminPages = ['dashboard', 'companies', 'company', 'jobs', 'billing', 'audit-log', 'system-check'] as const
export type AdminPageName = (typeof adminPages)[number]

/** Of the searches of the back office. */
export const searchDebounceMs = 500

export const companySections = ['users', 'billing'] as const
export const personStatuses = ['active', 'deactivated', 'invited'] as const

export type AdminSearch = {
  q?: string
  billing?: 'yes' | 'no'
  ai?: 'yes' | 'no'
  status?: 'activated' | 'deactivated'
  /** Absent: general info. */
  section?: (typeof companySections)[number]
  people?: (typeof personStatuses)[number]
  page?: number
  outcome?: UnappliedOutcome
  action?: string
  userId?: string
  companyId?: string
  from?: string
  to?: string
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | undefined =>
  values.find((value) => value === given)
const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const day = (value: unknown) => (isDay(text(value)) ? text(value) : undefined)

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const page = Number(search.page)
  return {
    q: text(search.q) || undefined,
    billing: oneOf(['yes', 'no'], search.billing),
    ai: oneOf(['yes', 'no'], search.ai),
    status: oneOf(['activated', 'deactivated'], search.status),
    section: oneOf(companySections, search.section),
    people: oneOf(personStatuses, search.people),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    outcome: oneOf(['stored', 'waiting', 'foreign', 'unreadable'], search.outcome),
    action: text(search.action) || undefined,
    userId: text(search.userId) || undefined,
    companyId: text(search.companyId) || undefined,
    from: day(search.from),
    to: day(search.to),
  }
}
