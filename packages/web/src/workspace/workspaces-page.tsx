import { NotYet } from '../ui/not-yet.tsx'

export function WorkspacesPage() {
  return <NotYet name="Workspaces" />
}
