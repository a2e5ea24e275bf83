import { NotYet } from '../ui/not-yet.tsx'

export function NewArticlePage() {
  return <NotYet name="New article" />
}
