import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditActions } from '@knowreel/shared/audit/audit-actions.ts'
import { AuditLog } from '../audit/index.ts'

export function AdminAuditPage() {
  const { q, action, userId, companyId, from, to } = useSearch({ from: '/shell/members/admin/{-$page}/{-$id}' })
  const navigate = useNavigate({ from: '/admin/{-$page}/{-$id}' })
  return (
    <AuditLog
      scope="installation"
      filter={{ q, action: auditActions.find((name) => name === action), userId, companyId, from, to }}
      onFilter={(change) => void navigate({ search: (current) => ({ ...current, ...change }), replace: true })}
    />
  )
}
