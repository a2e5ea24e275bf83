import { NotYet } from '../ui/not-yet.tsx'

export function WorkspaceViewPage() {
  return <NotYet name="Workspace" />
}
