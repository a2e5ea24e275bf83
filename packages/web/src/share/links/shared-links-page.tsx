import { useRef } from 'react'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { useListKeys } from '../../ui/list/use-list-keys.ts'
import * as texts from '../texts.ts'
import { SharedLinks } from './shared-links.tsx'

/** The articles that anyone with a URL can read, so that none stays public by oversight. */
export function SharedLinksPage() {
  const list = useRef<HTMLDivElement>(null)
  useListKeys(list)
  return (
    <PageFrame title={texts.sharedLinks}>
      <div ref={list}>
        <SharedLinks />
      </div>
    </PageFrame>
  )
}
