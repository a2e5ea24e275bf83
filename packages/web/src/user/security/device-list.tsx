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
import * as texts from './texts.ts'
import sectionStyles from '../../ui/page/settings-section.module.css'
import styles from './security.module.css'

export function DeviceList() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery)
  const endOthers = useEndOtherSessions()
  const sessions = data?.sessions ?? []
  const signOutEverywhere = async () => {
    const isSure = await confirmAction({
      title: texts.signOutEverywhereElse,
      body: texts.allOtherDevicesAndBrowsers,
      confirmLabel: texts.signOutEverywhereElse,
    })
    if (isSure) endOthers.mutate(undefined, { onSuccess: () => showSuccess(texts.signedOutEverywhereElse) })
  }
  return (
    <section className={sectionStyles.section} aria-labelledby="security-devices">
      <div className={styles.head}>
        <div>
          <h2 id="security-devices" className={sectionStyles.heading}>
            {texts.signedInDevices}
          </h2>
          <p className="kr-second kr-muted">{texts.signOutDevicesYouDont}</p>
        </div>
        {sessions.length > 1 && (
          <Button loading={endOthers.isPending} onClick={() => void signOutEverywhere()}>
            {texts.signOutEverywhereElse}
          </Button>
        )}
      </div>
      {data ? (
        <ul className={sectionStyles.list}>
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
      ) : error ? (
        <LoadError text={texts.yourDevicesCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <AfterDelay>
          <div role="status" aria-label={texts.loadingYourDevices} className={sectionStyles.list}>
            <Loading />
            <Loading />
          </div>
        </AfterDelay>
      )}
    </section>
  )
}

const Loading = () => (
  <span className={sectionStyles.row}>
    <Skeleton height={36} radius="var(--r-control)" />
  </span>
)

function Device({ session }: { session: Session }) {
  const end = useEndSession()
  return (
    <li className={sectionStyles.row}>
      <span className={styles.deviceIcon}>
        <DeviceIcon {...session} />
      </span>
      <span className={styles.deviceText}>
        <span className={styles.deviceName}>
          <span className="kr-trunc">{session.device}</span>
          {session.isCurrent && <Chip variant="accent">{texts.thisDevice}</Chip>}
        </span>
        <span className="kr-second kr-muted">
          {session.companyTitle !== null && `${session.companyTitle} · `}
          {session.isCurrent ? (
            texts.activeNow
          ) : (
            <>
              {texts.lastUsed}
              <RelativeTime time={session.lastUsedAt} />
            </>
          )}
        </span>
      </span>
      {!session.isCurrent && (
        <Button
          variant="subtle"
          color="gray"
          aria-label={texts.signOutDevice(session.device)}
          loading={end.isPending}
          onClick={() => end.mutate(session.id)}
        >
          {texts.signOut}
        </Button>
      )}
    </li>
  )
}

function DeviceIcon({ kind, device }: Session) {
  if (kind === 'extension') return <IconPuzzle />
  return /iPhone|Android|iPad/.test(device) ? <IconDeviceMobile /> : <IconDeviceDesktop />
}
