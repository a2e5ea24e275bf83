import { NotYet } from '../ui/not-yet.tsx'

export function ArticleEditPage() {
  return <NotYet name="Editing an article" />
}
