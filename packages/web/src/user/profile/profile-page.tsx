import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { meQuery } from '../session.queries.ts'
import { ProfileForm } from './profile-form.tsx'
import { RecordingSection } from './recording-section.tsx'
import { DeviceList } from '../security/device-list.tsx'
import { TwoFactorCard } from '../security/two-factor-card.tsx'
import * as texts from './texts.ts'
import styles from './profile-page.module.css'
import securityStyles from '../security/security.module.css'

/** Settings of other features, for members of a company. */
type ProfilePageProps = {
  notifications: ReactNode
  /** More about recordings, where AI is on. */ recordings: ReactNode
}

export function ProfilePage({ notifications, recordings }: ProfilePageProps) {
  const { data, error, isFetching, refetch } = useQuery(meQuery)
  return (
    <PageFrame title={texts.personalProfile}>
      <div className={styles.profile}>
        {data ? (
          <>
            <ProfileForm key={data.user.id} me={data.user} />
            {data.user.company?.isAiEnabled && <RecordingSection me={data.user}>{recordings}</RecordingSection>}
            {data.user.company && notifications}
            <SecuritySection />
          </>
        ) : error ? (
          <LoadError text={texts.yourProfileCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <ProfileSkeleton />
        )}
      </div>
    </PageFrame>
  )
}

function ProfileSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label={texts.loadingYourProfile} className={styles.loading}>
        <Skeleton width={96} height={96} radius="50%" />
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height={36} radius="var(--r-control)" />
        ))}
      </div>
    </AfterDelay>
  )
}

/** Account security: the second factor, and the devices that are signed in. */
function SecuritySection() {
  return (
    <div className={securityStyles.security}>
      <TwoFactorCard />
      <DeviceList />
    </div>
  )
}
