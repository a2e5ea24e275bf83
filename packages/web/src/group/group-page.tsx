import { NotYet } from '../ui/not-yet.tsx'

export function GroupPage() {
  return <NotYet name="Group" />
}
