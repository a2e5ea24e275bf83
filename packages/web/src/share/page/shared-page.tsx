import { lazy, Suspense, useMemo } from 'react'
import { useParams, useSearch } from '@tanstack/react-router'
import type { SharedSearch } from '../shared-address.ts'
import { LinkedPage } from './linked-page.tsx'
import { useNoIndex } from './use-no-index.ts'

/** Guests speak about nothing, so they wait for no code of comments. */
const PrivatePage = lazy(() => import('./private-page.tsx').then((module) => ({ default: module.PrivatePage })))

/** An article behind a link: the public one for whoever has it, the private one for those who are named. */
export function SharedPage() {
  const { sharedToken: token = '', accessType } = useParams({ strict: false })
  const search: SharedSearch = useSearch({ strict: false })
  const isPrivate = accessType === 'private'
  const link = useMemo(() => ({ token, isPrivate }), [token, isPrivate])
  useNoIndex()
  const Page = isPrivate ? PrivatePage : LinkedPage
  return (
    <Suspense fallback={null}>
      {/* Another link is another page. */}
      <Page key={`${token}:${isPrivate}`} link={link} search={search} />
    </Suspense>
  )
}
