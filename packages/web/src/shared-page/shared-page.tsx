import { LinkedPage } from './linked-page.tsx'
import { useOpenedLink } from './use-opened-link.ts'

/** An article opened by a public link. Guests cannot comment, so the page loads no code for comments. */
export function SharedPage() {
  const page = useOpenedLink({ isPrivate: false })
  // Another link is another page.
  return <LinkedPage key={page.link.token} {...page} />
}
