import { NotYet } from '../ui/not-yet.tsx'

export function UsersPage() {
  return <NotYet name="User Management" />
}
