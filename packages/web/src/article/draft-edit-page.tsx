import { NotYet } from '../ui/not-yet.tsx'

export function DraftEditPage() {
  return <NotYet name="Editing a draft" />
}
