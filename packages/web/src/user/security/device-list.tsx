import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconPuzzle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Session } from '@knowreel/shared/user/session.calls.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { showSuccess } from '../../ui/toast/toast.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './security.queries.ts'
import styles from './security.module.css'

export function DeviceList() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery)
  const endOthers = useEndOtherSessions()
  const sessions = data?.sessions ?? []
  const signOutEverywhere = async () => {
    const isSure = await confirmAction({
      title: 'Sign out everywhere else',
      body: 'All other devices and browsers are signed out within seconds. This one stays signed in.',
      confirmLabel: 'Sign out everywhere else',
    })
    if (isSure) endOthers.mutate(undefined, { onSuccess: () => showSuccess('Signed out everywhere else') })
  }
  return (
    <section className={styles.section} aria-labelledby="security-devices">
      <div className={styles.head}>
        <div>
          <h2 id="security-devices" className={styles.heading}>
            Signed-in devices
          </h2>
          <p className="kr-second kr-muted">Sign out devices you don’t recognise, then change your password.</p>
        </div>
        {sessions.length > 1 && (
          <Button loading={endOthers.isPending} onClick={() => void signOutEverywhere()}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      {data ? (
        <ul className={styles.devices}>
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadError text="Your devices could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <AfterDelay>
          <div role="status" aria-label="Loading your devices" className={styles.devices}>
            <Skeleton height={56} />
            <Skeleton height={56} />
          </div>
        </AfterDelay>
      )}
    </section>
  )
}

function Device({ session }: { session: Session }) {
  const end = useEndSession()
  return (
    <li className={styles.device}>
      <span className={styles.deviceIcon}>
        <DeviceIcon {...session} />
      </span>
      <span className={styles.deviceText}>
        <span className={styles.deviceName}>
          <span className="kr-trunc">{session.device}</span>
          {session.isCurrent && <Chip look="accent">This device</Chip>}
        </span>
        <span className="kr-second kr-muted">
          {session.companyTitle !== null && `${session.companyTitle} · `}
          {session.isCurrent ? (
            'active now'
          ) : (
            <>
              last used <RelativeTime time={session.lastUsedAt} />
            </>
          )}
        </span>
      </span>
      {!session.isCurrent && (
        <Button
          variant="subtle"
          color="gray"
          aria-label={`Sign out ${session.device}`}
          loading={end.isPending}
          onClick={() => end.mutate(session.id)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function DeviceIcon({ kind, device }: Session) {
  if (kind === 'extension') return <IconPuzzle />
  return /iPhone|Android|iPad/.test(device) ? <IconDeviceMobile /> : <IconDeviceDesktop />
}
