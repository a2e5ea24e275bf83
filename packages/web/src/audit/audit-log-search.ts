import { isDay } from '@knowreel/shared/audit/audit-day.rules.ts'

/** The URL parameters of the audit log. Separate from the page, because the route table reads them. */
export type AuditLogSearch = { q?: string; action?: string; userId?: string; from?: string; to?: string }

export function readAuditLogSearch(search: Record<string, unknown>): AuditLogSearch {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  const day = (value: unknown) => (isDay(text(value)) ? text(value) : undefined)
  return {
    q: text(search.q) || undefined,
    action: text(search.action) || undefined,
    userId: text(search.userId) || undefined,
    from: day(search.from),
    to: day(search.to),
  }
}
