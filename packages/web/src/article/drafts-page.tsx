import { NotYet } from '../ui/not-yet.tsx'

export function DraftsPage() {
  return <NotYet name="Drafts" />
}
