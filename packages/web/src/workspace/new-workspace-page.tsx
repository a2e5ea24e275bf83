import { NotYet } from '../ui/not-yet.tsx'

export function NewWorkspacePage() {
  return <NotYet name="New workspace" />
}
