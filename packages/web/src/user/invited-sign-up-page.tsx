import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { readToken } from '../platform/session/session-token.ts'
import { LogoTarget } from '../ui/identity/logo.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { AfterDelay, Skeleton } from '../ui/page/skeleton.tsx'
import { WorkspaceAvatar } from '../ui/identity/workspace-avatar.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { type Invitation, type JoinProps, useJoin } from './invited/join.ts'
import { JoinAsNewcomer } from './invited/join-as-newcomer.tsx'
import { JoinWithAccount } from './invited/join-with-account.tsx'
import { plainSignIn } from './sign-in-url.ts'
import * as texts from './texts.ts'
import styles from './auth.module.css'
import { useState } from 'react'
import { Button } from '@mantine/core'
import { handleError } from '../platform/api/handle-error.ts'

/** The page of an invitation: creates an account, or adds a company to the account of the email address. */
export function InvitedSignUpPage() {
  const { token = '' } = useParams({ strict: false })
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }): Promise<Invitation> => api.invitation.get({ params: { token } }, { signal }),
    meta: { isErrorShown: true },
    // A refetch could remove the form while it is being filled in.
    refetchOnWindowFocus: false,
  })
  const { data, error } = invitation
  usePageTitle(data ? texts.joinCompanyTitle(data.company.title) : texts.invitation)

  const reload = () => void invitation.refetch()
  return (
    <LogoTarget value={data?.marketingUrl ?? null}>
      <AuthFrame>
        {error instanceof ApiError && error.code === 'invitation_ended' ? (
          // Also if it ended while the form was open.
          <InvitationEnded />
        ) : data ? (
          <Join key={token} token={token} invitation={data} onStale={reload} />
        ) : error ? (
          <LoadError text={texts.theInvitationCouldNotBe} onRetry={reload} isRetrying={invitation.isFetching} />
        ) : (
          <InvitationSkeleton />
        )}
      </AuthFrame>
    </LogoTarget>
  )
}

function Join(props: JoinProps) {
  const { company, email, isYou, isRegistered } = props.invitation
  return (
    <div className={styles.form}>
      <div className={styles.intro}>
        <span className={styles.company}>
          {company.logo ? (
            <img src={company.logo} alt="" />
          ) : (
            <WorkspaceAvatar id={company.id} title={company.title} size={32} />
          )}
        </span>
        <h1 className="kr-display">{texts.joinCompanyTitle(company.title)}</h1>
        <p className="kr-muted">
          {texts.youAreInvitedAs}
          <span className={styles.address}>{email}</span>.
        </p>
      </div>
      {isYou ? (
        <JoinSignedIn {...props} />
      ) : isRegistered ? (
        <JoinWithAccount {...props} />
      ) : (
        <JoinAsNewcomer {...props} />
      )}
    </div>
  )
}

function InvitationEnded() {
  const isSignedIn = readToken() !== null
  return (
    <div className={styles.form}>
      <div className={styles.intro} role="alert">
        <h1 className="kr-display">{texts.thisInvitationIsNoLonger}</h1>
        <p className="kr-muted">{texts.itWasUsedWithdrawnReplaced}</p>
      </div>
      {isSignedIn ? (
        <LinkButton to="/" variant="filled" size="md" fullWidth>
          {texts.goToYourHomePage}
        </LinkButton>
      ) : (
        <LinkButton {...plainSignIn} variant="filled" size="md" fullWidth>
          {texts.signIn}
        </LinkButton>
      )}
    </div>
  )
}

function InvitationSkeleton() {
  return (
    <AfterDelay>
      <div className={styles.form} role="status" aria-label={texts.loading}>
        <Skeleton width={220} height={24} />
        <Skeleton width={280} />
        <Skeleton height={36} radius="var(--r-control)" />
        <Skeleton height={36} radius="var(--r-control)" />
      </div>
    </AfterDelay>
  )
}

/** The browser is already signed in with the invited account. */
function JoinSignedIn({ token, invitation, onStale }: JoinProps) {
  const [isBusy, setBusy] = useState(false)
  const join = useJoin(token, onStale)
  const press = () => {
    setBusy(true)
    join({})
      .catch(handleError)
      .finally(() => setBusy(false))
  }
  return (
    <div className={styles.form}>
      <p>{texts.youreSignedInWithThis}</p>
      <Button variant="filled" size="md" fullWidth loading={isBusy} onClick={press} autoFocus>
        {texts.joinCompanyTitle(invitation.company.title)}
      </Button>
      <LinkButton to="/" size="md" fullWidth>
        {texts.notNow}
      </LinkButton>
    </div>
  )
}
