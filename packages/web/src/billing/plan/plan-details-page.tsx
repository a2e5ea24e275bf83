import { Button, Progress } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import {
  isCancelableSubscription,
  isEndingSubscription,
  isPaidSubscription,
  periodUsage,
} from '@knowreel/shared/billing/billing.rules.ts'
import { formatMoney, multiplyMoney } from '@knowreel/shared/billing/money.ts'
import { Banner } from '../../ui/banner.tsx'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { StatusDot, type DotTone } from '../../ui/status-dot.tsx'
import { formatShortDate } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { Benefits } from '../benefits.tsx'
import { useSubscription, useCancelSubscription, useResumeSubscription } from '../billing.queries.ts'
import { useOpenCheckout } from '../open-checkout.ts'
import { PaymentMethodCard } from './payment-method-card.tsx'
import * as texts from '../texts.ts'
import shared from '../billing.module.css'
import styles from './plan-details.module.css'

/** The subscription of the company; for its owner. */
export function PlanDetailsPage() {
  const query = useSubscription()
  return (
    <PageFrame title={texts.planDetails}>
      {query.isPending && <ListSkeleton rows={5} height={56} />}
      {query.isError && query.data === undefined && (
        <LoadError
          text={texts.theSubscriptionCouldNotBe}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {query.data === null && (
        <EmptyState drawing="draft" text={texts.thereIsNoSubscription}>
          <ChoosePlan />
        </EmptyState>
      )}
      {query.data && <PlanDetails subscription={query.data} />}
    </PageFrame>
  )
}

const ChoosePlan = () => (
  <LinkButton to="/subscription/{-$update}" variant="filled">
    {texts.chooseAPlan}
  </LinkButton>
)

const tones: Record<Subscription['status'], DotTone> = {
  active: 'green',
  trialing: 'accent',
  past_due: 'red',
  paused: 'grey',
  canceled: 'grey',
}

function PlanDetails({ subscription }: { subscription: Subscription }) {
  const [item] = subscription.items
  if (item === undefined) return null
  const { price, quantity } = item
  const { productName } = price.customData
  const estimate = formatMoney(multiplyMoney(price.unitPrice, quantity))
  const isPaid = isPaidSubscription(subscription.status)
  const isChangeable = isPaid && subscription.scheduledChange === null
  const end = subscription.currentBillingPeriod?.endsAt
  return (
    <div className={styles.page}>
      {subscription.status === 'past_due' && <PastDueBanner subscriptionId={subscription.id} />}
      <section className={shared.card} aria-label={texts.plan}>
        <div className={styles.top}>
          <div className={styles.head}>
            <div>
              <h2 className={styles.name}>
                {texts.planCycle(productName, texts.cycleName(price.billingCycle))}
                <StatusDot tone={tones[subscription.status]}>
                  {texts.subscriptionStatuses[subscription.status]}
                </StatusDot>
              </h2>
              <p className={shared.price}>
                <strong>{estimate}</strong> {texts.perCycle(price.billingCycle)}
              </p>
            </div>
            <MainAction subscription={subscription} isChangeable={isChangeable} />
          </div>
          <Usage subscription={subscription} />
        </div>
        <dl className={styles.facts}>
          <Fact label={texts.plan}>{productName}</Fact>
          <Fact label={texts.cost}>{texts.perUser(formatMoney(price.unitPrice))}</Fact>
          <Fact label={texts.users}>{quantity.toLocaleString('en')}</Fact>
          <Fact label={texts.paymentCycle}>{texts.cycleName(price.billingCycle)}</Fact>
          <Fact label={texts.nextPriceEstimate}>
            {subscription.nextBilledAt && !isEndingSubscription(subscription) ? estimate : texts.notAvailable}
          </Fact>
        </dl>
      </section>
      <div className={styles.pair}>
        <section className={shared.card} aria-labelledby="plan-benefits">
          <h2 id="plan-benefits" className={styles.title}>
            {texts.planBenefits}
          </h2>
          <Benefits />
        </section>
        <PaymentMethodCard subscription={subscription} />
      </div>
      {isCancelableSubscription(subscription) && (
        <div className={styles.end}>
          {isPaid && end && <span className="kr-second kr-muted">{texts.afterYouCancel(formatShortDate(end))}</span>}
          <CancelButton subscriptionId={subscription.id} />
        </div>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The days of the billing period, with the date at which it is paid again or ends. */
function Usage({ subscription }: { subscription: Subscription }) {
  const [now] = useState(() => new Date())
  const usage = periodUsage(subscription, now)
  const isEnding = isEndingSubscription(subscription)
  const date = isEnding ? subscription.scheduledChange?.effectiveAt : subscription.nextBilledAt
  return (
    <div className={styles.usage}>
      {usage && (
        <Progress
          value={(usage.elapsed / usage.total) * 100}
          size={8}
          radius={4}
          aria-label={texts.planUsage}
          className={styles.bar}
        />
      )}
      <p className={styles.period}>
        {usage && <span>{texts.dayOf(usage.elapsed, usage.total)}</span>}
        <span className={styles.date} data-ending={isEnding || undefined}>
          {isEnding ? texts.subscriptionEndsOn : texts.nextBillingDate}{' '}
          <strong>{date ? formatShortDate(date) : texts.notAvailable}</strong>
        </span>
      </p>
    </div>
  )
}

function MainAction({ subscription, isChangeable }: { subscription: Subscription; isChangeable: boolean }) {
  const resume = useResumeSubscription()
  const { id, status } = subscription
  if (isChangeable)
    return (
      <LinkButton to="/subscription/{-$update}" params={{ update: 'update' }} variant="filled">
        {texts.changeYourPlan}
      </LinkButton>
    )
  if (status === 'canceled') return <ChoosePlan />
  if (status !== 'paused' && !isEndingSubscription(subscription)) return null
  return (
    <Button
      variant="filled"
      loading={resume.isPending}
      onClick={() => resume.mutate(id, { onSuccess: () => showSuccess(texts.subscriptionResumed) })}
    >
      {status === 'paused' ? texts.resumeSubscription : texts.keepSubscription}
    </Button>
  )
}

function PastDueBanner({ subscriptionId }: { subscriptionId: string }) {
  const { mutate, isPending } = useOpenCheckout()
  return (
    <Banner
      tone="red"
      icon={<IconAlertTriangle />}
      action={
        <Button loading={isPending} onClick={() => mutate({ subscriptionId })}>
          {texts.pay}
        </Button>
      }
    >
      {texts.paymentFailed}
    </Banner>
  )
}

function CancelButton({ subscriptionId }: { subscriptionId: string }) {
  const { mutateAsync, isPending } = useCancelSubscription()
  const cancel = async () => {
    const isConfirmed = await confirmAction({
      title: texts.cancelSubscription,
      body: texts.areYouSureToCancel,
      confirmLabel: texts.cancelSubscription,
      cancelLabel: texts.keepSubscription,
      isDangerous: true,
    })
    if (!isConfirmed) return
    // Not a callback of `mutate`: the button is gone by then.
    await mutateAsync(subscriptionId)
    showSuccess(texts.subscriptionCanceled)
  }
  return (
    <Button
      variant="subtle"
      color="red"
      className={styles.cancel}
      loading={isPending}
      // The data layer shows the error.
      onClick={() => void cancel().catch(() => undefined)}
    >
      {texts.cancelSubscription}
    </Button>
  )
}
