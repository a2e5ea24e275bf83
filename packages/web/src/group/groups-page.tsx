import { NotYet } from '../ui/not-yet.tsx'

export function GroupsPage() {
  return <NotYet name="User Groups" />
}
