import type { Checkout } from '@knowreel/shared/billing/billing.calls.ts'
import { formatMoney } from '@knowreel/shared/billing/money.ts'
import { Ticks } from '../benefits.tsx'
import * as texts from '../texts.ts'
import shared from '../billing.module.css'
import styles from './checkout.module.css'

/** The order: plan, seats and amounts. */
export function Order({ checkout }: { checkout: Checkout }) {
  const { billingCycle, trialPeriod, unitPrice, quantity, subtotal, tax, total, productName } = checkout
  const money = (amount: number) => formatMoney({ amount, currencyCode: unitPrice.currencyCode })
  const price = money(unitPrice.amount)
  const cycle = billingCycle && texts.cycleName(billingCycle)
  const regular = money(unitPrice.amount * quantity)
  return (
    <section className={styles.summary} aria-label={productName}>
      <div>
        <p className="kr-muted">
          {checkout.isPaymentMethodChange
            ? texts.changePaymentMethod
            : cycle
              ? texts.planCycle(productName, cycle)
              : productName}
        </p>
        <p className={shared.price}>
          <strong>{money(total)}</strong> {texts.today}
        </p>
        {trialPeriod && billingCycle && !checkout.isPaymentMethodChange && (
          <p className="kr-muted kr-num">
            {texts.thenPrice(texts.trialSpan(trialPeriod), texts.pricePerCycle(regular, billingCycle))}
          </p>
        )}
      </div>
      <dl className={styles.rows}>
        {!checkout.isPaymentMethodChange && (
          <div>
            <dt>{texts.subtotal(texts.usersCount(quantity), price)}</dt>
            <dd>{money(trialPeriod ? unitPrice.amount * quantity : subtotal)}</dd>
          </div>
        )}
        {tax > 0 && (
          <div>
            <dt className="kr-muted">{texts.tax}</dt>
            <dd>{money(tax)}</dd>
          </div>
        )}
        <div className={styles.due}>
          <dt>{texts.dueToday}</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      {!checkout.isPaymentMethodChange && <Ticks items={[texts.cancelAnyTime]} />}
    </section>
  )
}
