import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { readToken } from '../platform/session/session-token.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { AfterDelay, Skeleton } from '../ui/page/skeleton.tsx'
import { WorkspaceMark } from '../ui/workspace-mark.tsx'
import { AuthFrame } from './auth-frame.tsx'
import type { Invitation, JoinProps } from './invited/join.ts'
import { JoinAsNewcomer } from './invited/join-as-newcomer.tsx'
import { JoinAtOnce } from './invited/join-at-once.tsx'
import { JoinWithAccount } from './invited/join-with-account.tsx'
import { plainSignIn } from './sign-in-address.ts'
import styles from './auth.module.css'

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
  usePageTitle(data ? `Join ${data.company.title}` : 'Invitation')

  const reload = () => void invitation.refetch()
  return (
    <AuthFrame>
      {error instanceof ApiError && error.code === 'invitation_ended' ? (
        // Also if it ended while the form was open.
        <Ended />
      ) : data ? (
        <Join key={token} token={token} invitation={data} onStale={reload} />
      ) : error ? (
        <LoadError text="The invitation could not be loaded." onRetry={reload} isRetrying={invitation.isFetching} />
      ) : (
        <Loading />
      )}
    </AuthFrame>
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
            <WorkspaceMark id={company.id} title={company.title} size={32} />
          )}
        </span>
        <h1 className="kr-display">Join {company.title}</h1>
        <p className="kr-muted">
          You are invited as <span className={styles.address}>{email}</span>.
        </p>
      </div>
      {isYou ? (
        <JoinAtOnce {...props} />
      ) : isRegistered ? (
        <JoinWithAccount {...props} />
      ) : (
        <JoinAsNewcomer {...props} />
      )}
    </div>
  )
}

function Ended() {
  const isSignedIn = readToken() !== null
  return (
    <div className={styles.form}>
      <div className={styles.intro} role="alert">
        <h1 className="kr-display">This invitation is no longer valid</h1>
        <p className="kr-muted">
          It was used, withdrawn, replaced or is older than 14 days. Ask the person who invited you for a new one.
        </p>
      </div>
      {isSignedIn ? (
        <LinkButton to="/" variant="filled" size="md" fullWidth>
          Go to your home page
        </LinkButton>
      ) : (
        <LinkButton {...plainSignIn} variant="filled" size="md" fullWidth>
          Sign in
        </LinkButton>
      )}
    </div>
  )
}

function Loading() {
  return (
    <AfterDelay>
      <div className={styles.form} role="status" aria-label="Loading">
        <Skeleton width={220} height={24} />
        <Skeleton width={280} />
        <Skeleton height={36} radius="var(--r-control)" />
        <Skeleton height={36} radius="var(--r-control)" />
      </div>
    </AfterDelay>
  )
}
