import { lazy, Suspense } from 'react'
import { Outlet } from '@tanstack/react-router'
import { useMe } from '../user/index.ts'
import styles from './bare-frame.module.css'

const OperatorBanner = lazy(() =>
  import('./shell/operator-banner.tsx').then((module) => ({ default: module.OperatorBanner })),
)

/** Pages without header and sidebar: signing in, paying, and the states in which nothing else is accessible. */
export function BareFrame() {
  const isOperator = useMe()?.user.loggedInAs != null
  return (
    <div className={styles.frame}>
      {isOperator && (
        <Suspense>
          <OperatorBanner />
        </Suspense>
      )}
      <Outlet />
    </div>
  )
}
