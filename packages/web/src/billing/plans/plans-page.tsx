import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { BillingInterval, Price, Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import {
  displayedPrices,
  freeMonths,
  isLiveSubscription,
  isPaidSubscription,
} from '@knowreel/shared/billing/billing.rules.ts'
import { contactTarget } from '../../ui/contact-target.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useMe } from '../../user/index.ts'
import { pricesQuery, useSubscription } from '../billing.queries.ts'
import { PlanCard } from './plan-card.tsx'
import * as texts from '../texts.ts'
import styles from './plans.module.css'

/** Where a plan is chosen first, and changed later. */
export function PlansPage() {
  const { update } = useParams({ strict: false })
  const user = useMe()?.user
  const isUpdate = update !== undefined && user?.company?.isPaid === true
  const title = isUpdate ? texts.updateYourPlan : texts.setUpYourSubscription
  usePageTitle(title)
  const prices = useQuery(pricesQuery)
  const subscription = useSubscription()
  const isFailed = (prices.isError && !prices.data) || (subscription.isError && subscription.data === undefined)
  const retry = () => {
    if (prices.isError) void prices.refetch()
    if (subscription.isError) void subscription.refetch()
  }
  const current = subscription.data && isLiveSubscription(subscription.data.status) ? subscription.data : null
  const isOnPlan = current !== null && isPaidSubscription(current.status)

  // It is paid or resumed there; a second one would be charged in addition.
  if (current !== null && !isOnPlan) return <Navigate to="/settings/billing/plan-details" replace />
  return (
    <PageMain>
      <div className={styles.page}>
        <h1 className={styles.title}>{title}</h1>
        {isFailed ? (
          <LoadError
            text={texts.thePlansCouldNotBe}
            onRetry={retry}
            isRetrying={prices.isFetching || subscription.isFetching}
          />
        ) : prices.data && subscription.data !== undefined ? (
          <Plans
            prices={displayedPrices(prices.data.prices, current)}
            months={freeMonths(prices.data.prices)}
            usersCount={prices.data.usersCount}
            current={current}
          />
        ) : (
          <ListSkeleton rows={4} height={72} />
        )}
        {user?.supportContact && (
          <p className={styles.footer}>
            {texts.wantToRunKnowreel} <a {...contactTarget(user.supportContact)}>{texts.contactUsAboutOnPremises}</a>
          </p>
        )}
      </div>
    </PageMain>
  )
}

type PlansProps = { prices: Price[]; months: number; usersCount: number; current: Subscription | null }

const intervals: readonly BillingInterval[] = ['day', 'week', 'month', 'year']

function Plans({ prices, months, usersCount, current }: PlansProps) {
  const offered = intervals.filter((interval) => prices.some(({ billingCycle }) => billingCycle.interval === interval))
  const [chosen, setChosen] = useState<BillingInterval | null>(null)
  const shown = offered.find((interval) => interval === chosen) ?? offered.at(-1)
  if (shown === undefined) return <EmptyState drawing="noMatch" text={texts.noPlans} />
  const data = offered.map((interval) => ({
    value: interval,
    label: (
      <span className={styles.cycle}>
        {texts.cycleName({ interval, frequency: 1 })}
        {interval === 'year' && months > 0 && <span className={styles.saving}>{texts.monthsFree(months)}</span>}
      </span>
    ),
  }))
  return (
    <>
      <SegmentedControl aria-label={texts.billingCycle} data={data} value={shown} onChange={setChosen} />
      <ul className={styles.plans}>
        {prices
          .filter(({ billingCycle }) => billingCycle.interval === shown)
          .map((price) => (
            <PlanCard key={price.id} price={price} usersCount={usersCount} current={current} />
          ))}
      </ul>
    </>
  )
}
