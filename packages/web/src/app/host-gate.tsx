import '../ui/style/mantine-parts.css'
import '../ui/style/parts.css'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { switchAndReload } from '../company/index.ts'
import { LogoTarget } from '../ui/identity/logo.tsx'
import { CompanyLogo } from '../ui/identity/company-logo.tsx'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { parentHost } from '../platform/session/parent-host.ts'
import { readToken } from '../platform/session/session-token.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { SignOutButton, useMe } from '../user/index.ts'
import * as texts from './texts.ts'
import styles from './host-gate.module.css'

/**
 * Wraps everything at a company's own host, which decides the company. Guests see whose sign-in page it is; people who
 * work in another company are switched, or find nothing here if they are not in this one.
 */
export function HostGate({ slug, children }: { slug: string; children: ReactNode }) {
  const found = useQuery({
    queryKey: ['company', 'by-slug', slug],
    queryFn: ({ signal }) => api.company.bySlug({ params: { slug } }, { signal }),
    staleTime: Infinity,
    meta: { isErrorShown: true },
  })
  const me = useMe()
  const isGuest = readToken() === null
  const isForGuests = useLocation({
    select: ({ pathname }) => /^\/(login|signup|password-reset)(\/|$)/.test(pathname),
  })
  const isSignIn = useLocation({ select: ({ pathname }) => /^\/login(?!\/social)(\/|$)/.test(pathname) })
  const isOpenToAll = useLocation({
    select: ({ pathname }) => /^\/((b|browse)\/shared|embed)\/[^/]+\/?$/.test(pathname),
  })
  const isSignInByToken = useLocation({
    select: ({ pathname }) => /^\/login\/(?!(?:-|0|social|social-fail)(?:\/|$))[^/]/.test(pathname),
  })
  const isHere = isGuest || me === undefined || me.user.company?.slug === slug
  const seat = me?.companies.find((company) => company.slug === slug && company.status === 'active')
  const target = !isHere && !isOpenToAll && !isSignInByToken && seat ? seat.id : null
  const isSwitching = useRef(false)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (target === null || hasFailed || isSwitching.current) return
    isSwitching.current = true
    switchAndReload(target).catch(() => {
      isSwitching.current = false
      setFailed(true)
    })
  }, [target, hasFailed])

  // Public content needs no membership in its company.
  if (isOpenToAll) return children
  // The token starts another session, whoever is signed in.
  if (isSignInByToken && !isGuest) return children
  if (found.error instanceof ApiError && found.error.status === 404) return <NoCompanyAtHost />
  if (target !== null) return hasFailed ? <FailedSwitch onRetry={() => setFailed(false)} /> : null
  if (!isHere) return <NotInCompany title={found.data?.company.title} ownDomain={me?.user.company?.domain ?? null} />
  if (!isGuest || !isForGuests || !found.data) return children
  const { company, marketingUrl } = found.data
  return (
    <div className={styles.signIn}>
      <header className={styles.whose}>
        <CompanyLogo company={company} size={32} />
        <span className="kr-medium kr-trunc" title={company.title}>
          {company.title}
        </span>
      </header>
      <LogoTarget value={isSignIn ? marketingUrl : null}>{children}</LogoTarget>
    </div>
  )
}

function FailedSwitch({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.gate}>
      <PageMain>
        <LoadError text={texts.theCompanyCouldNotBe} onRetry={onRetry} />
      </PageMain>
    </div>
  )
}

const hostUrl = (host: string) => `${location.protocol}//${host}/`

function NoCompanyAtHost() {
  usePageTitle(texts.noCompanyHere)
  return (
    <div className={styles.gate}>
      <PageMain>
        <EmptyState
          drawing="lost"
          title={texts.noCompanyUsesTheAddress(location.host)}
          text={texts.checkAddressForTyposOr}
        >
          <Button component="a" href={hostUrl(parentHost() ?? location.host)}>
            {texts.goTo}
            {parentHost()}
          </Button>
        </EmptyState>
      </PageMain>
    </div>
  )
}

function NotInCompany({ title, ownDomain }: { title: string | undefined; ownDomain: string | null }) {
  usePageTitle(texts.notFound)
  const router = useRouter()
  // The router follows the history only while its pages are mounted, which this replaces.
  useEffect(() => router.history.subscribe(() => void router.load()), [router])
  return (
    <div className={styles.gate}>
      <PageMain>
        <EmptyState
          drawing="lost"
          title={texts.pageNotFound}
          text={texts.youreNotMemberOfTitle(title ?? texts.thisCompany)}
        >
          <span className={styles.buttons}>
            {ownDomain && (
              <Button component="a" href={hostUrl(ownDomain)}>
                {texts.goToOwnDomain(ownDomain)}
              </Button>
            )}
            <SignOutButton />
          </span>
        </EmptyState>
      </PageMain>
    </div>
  )
}
