import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditActions } from '@knowreel/shared/audit/audit-actions.ts'
import { AuditLog } from './audit-log.tsx'

export function CompanyAuditPage() {
  const { action, ...search } = useSearch({ from: '/shell/members/settings/company-settings/audit-log' })
  const navigate = useNavigate({ from: '/settings/audit-log' })
  return (
    <AuditLog
      scope="company"
      filter={{ ...search, action: auditActions.find((name) => name === action) }}
      onFilter={(change) => void navigate({ search: (current) => ({ ...current, ...change }), replace: true })}
    />
  )
}
