import { NotYet } from '../ui/not-yet.tsx'

export function WorkspaceEditPage() {
  return <NotYet name="Workspace settings" />
}
