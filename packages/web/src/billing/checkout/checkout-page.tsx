import { Button } from '@mantine/core'
import { IconArrowLeft, IconLock, IconRefresh } from '@tabler/icons-react'
import { slowConfirmationMs } from '@knowreel/shared/billing/billing.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { LinkButton } from '../../ui/link-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { AfterDelay } from '../../ui/page/skeleton.tsx'
import { checkoutQuery } from '../billing.queries.ts'
import { Order } from './order.tsx'
import { PaymentForm } from './payment-form.tsx'
import { useAwaitPaid, usePaid, useRereads } from './use-await-paid.ts'
import * as texts from '../texts.ts'
import styles from './checkout.module.css'

/** Pays the transaction of the URL. */
export function CheckoutPage() {
  usePageTitle(texts.checkout)
  const { transactionId } = useSearch({ from: '/outside/checkout' })
  return (
    <PageMain>
      {transactionId === undefined ? <NothingToPay /> : <Checkout key={transactionId} transactionId={transactionId} />}
    </PageMain>
  )
}

const NothingToPay = () => (
  <EmptyState drawing="lost" text={texts.thereIsNoPayment}>
    <LinkButton to="/subscription/{-$update}">{texts.openPlans}</LinkButton>
  </EmptyState>
)

function Checkout({ transactionId }: { transactionId: string }) {
  const query = useQuery(checkoutQuery(transactionId))
  const [isPaid, setPaid] = usePaid(transactionId, query.data?.checkout.isPaid === true)
  useAwaitPaid(isPaid)
  const isRereading = useRereads(isPaid, query.refetch)
  return (
    <div className={styles.page}>
      <div className={styles.order}>
        <div>
          {/* A new document without the provider's script. */}
          <Button component="a" href="/" variant="subtle" leftSection={<IconArrowLeft />} className={styles.back}>
            {texts.backToKnowreel}
          </Button>
          {query.data && <Order checkout={query.data.checkout} />}
        </div>
      </div>
      <div className={styles.payment}>
        <div>
          <h1 className="kr-title">{texts.payment}</h1>
          {isPaid ? (
            <div role="status" className={styles.confirming}>
              <p className="kr-medium">{texts.paymentConfirming}</p>
              <p className="kr-second kr-muted">{texts.paymentConfirmingHelp}</p>
              <AfterDelay delay={slowConfirmationMs}>
                <p className="kr-second">{texts.paymentConfirmingSlowly}</p>
              </AfterDelay>
              {!isRereading && (
                <Button
                  leftSection={<IconRefresh />}
                  loading={query.isFetching}
                  onClick={() => void query.refetch()}
                  className={styles.again}
                >
                  {texts.checkAgain}
                </Button>
              )}
            </div>
          ) : query.data ? (
            <>
              <PaymentForm
                transactionId={transactionId}
                clientToken={query.data.clientToken}
                environment={query.data.environment}
                onCompleted={setPaid}
              />
              <p className={styles.note}>
                <IconLock className="kr-icon-14" />
                {texts.yourCardDetails}
              </p>
            </>
          ) : query.isError ? (
            <LoadError
              text={query.error.message || texts.thePaymentCouldNotBe}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          ) : (
            <ListSkeleton rows={5} height={56} />
          )}
        </div>
      </div>
    </div>
  )
}
