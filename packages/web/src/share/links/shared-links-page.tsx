import { useRef } from 'react'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useListKeys } from '../../ui/use-list-keys.ts'
import { SharedLinks } from './shared-links.tsx'

/** Which articles anyone with an address can read, so that none stays open by being forgotten. */
export function SharedLinksPage() {
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  return (
    <PageFrame title="Shared links">
      <div ref={list}>
        <SharedLinks />
      </div>
    </PageFrame>
  )
}
