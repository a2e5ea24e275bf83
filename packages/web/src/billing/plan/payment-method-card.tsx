import { Button } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import { isChargedSubscription } from '@knowreel/shared/billing/billing.rules.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { paymentMethodQuery } from '../billing.queries.ts'
import { useOpenCheckout } from '../open-checkout.ts'
import * as texts from '../texts.ts'
import shared from '../billing.module.css'
import styles from './plan-details.module.css'

export function PaymentMethodCard({ subscription: { id, status } }: { subscription: Subscription }) {
  const { mutate, isPending } = useOpenCheckout()
  return (
    <section className={shared.card} aria-labelledby="payment-method">
      <h2 id="payment-method" className={styles.title}>
        {texts.paymentMethod}
      </h2>
      <PaymentMethod subscriptionId={id} />
      {isChargedSubscription(status) && (
        <Button className={styles.change} loading={isPending} onClick={() => mutate({ subscriptionId: id })}>
          {texts.changePaymentMethod}
        </Button>
      )}
      {status === 'paused' && <p className="kr-second kr-muted">{texts.resumeToChangeThePaymentMethod}</p>}
    </section>
  )
}

function PaymentMethod({ subscriptionId }: { subscriptionId: string }) {
  const { data: method, isPending, isError, refetch, isFetching } = useQuery(paymentMethodQuery(subscriptionId))
  if (isError)
    return (
      <p className="kr-second kr-muted">
        {texts.thePaymentMethodCouldNotBe}{' '}
        <Button size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          {texts.tryAgain}
        </Button>
      </p>
    )
  if (!isPending && method === null) return <p className="kr-second kr-muted">{texts.noPaymentMethod}</p>
  return (
    <div className={styles.method}>
      <span className={styles.card}>
        <IconCreditCard />
      </span>
      <div className="kr-grow">
        {method ? (
          <>
            <p className="kr-medium kr-trunc">{method.name}</p>
            {method.lastDigits !== null && (
              <p className="kr-second kr-muted kr-num">{texts.cardEndingIn(method.lastDigits)}</p>
            )}
          </>
        ) : (
          <Skeleton width="60%" />
        )}
      </div>
    </div>
  )
}
