import { NotYet } from '../ui/not-yet.tsx'

export function BrowsePage() {
  return <NotYet name="Article" />
}
