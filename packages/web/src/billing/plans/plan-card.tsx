import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Price, Subscription } from '@knowreel/shared/billing/billing.calls.ts'
import { formatMoney, multiplyMoney } from '@knowreel/shared/billing/money.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { Benefits } from '../benefits.tsx'
import { useChangePlan } from '../billing.queries.ts'
import { useOpenCheckout } from '../open-checkout.ts'
import * as texts from '../texts.ts'
import shared from '../billing.module.css'
import styles from './plans.module.css'

type PlanCardProps = {
  price: Price
  usersCount: number
  /** Null: the plan begins a subscription. */
  current: Subscription | null
}

export function PlanCard({ price, usersCount, current }: PlanCardProps) {
  const { isRecommended, productName } = price.customData
  const total = formatMoney(multiplyMoney(price.unitPrice, usersCount))
  const name = `plan-${price.id}`
  return (
    <li className={styles.plan} data-best={isRecommended || undefined} aria-labelledby={name}>
      <div className={styles.head}>
        <h2 id={name}>{productName}</h2>
        {price.trialPeriod && <span className={styles.trial}>{texts.freeTrial(price.trialPeriod)}</span>}
      </div>
      <p className={styles.description}>{price.description}</p>
      <div>
        <p className={shared.price}>
          <strong>{formatMoney(price.unitPrice)}</strong> {texts.perUserPerCycle(price.billingCycle)}
        </p>
        <p className="kr-second kr-muted kr-num">{texts.forUsers(total, usersCount)}</p>
      </div>
      {current ? <UpdateButton price={price} total={total} current={current} /> : <StartButton price={price} />}
      <div className={styles.benefits}>
        <Benefits />
      </div>
    </li>
  )
}

const variantOf = ({ customData }: Price) => (customData.isRecommended ? 'filled' : undefined)

function StartButton({ price }: { price: Price }) {
  const { mutate, isPending } = useOpenCheckout()
  return (
    <Button
      variant={variantOf(price)}
      fullWidth
      size="md"
      loading={isPending}
      aria-describedby={`plan-${price.id}`}
      onClick={() => mutate({ priceId: price.id })}
    >
      {price.trialPeriod ? texts.startAFreeTrial : texts.confirm}
    </Button>
  )
}

type UpdateButtonProps = { price: Price; total: string; current: Subscription }

function UpdateButton({ price, total, current }: UpdateButtonProps) {
  const { mutateAsync, isPending } = useChangePlan()
  const navigate = useNavigate()
  const update = async () => {
    const explainCharge = current.status === 'trialing' ? texts.theTrialContinues : texts.theDifferenceIsCharged
    const plan = texts.planCycle(price.customData.productName, texts.cycleName(price.billingCycle))
    const isConfirmed = await confirmAction({
      title: texts.changePlanTo(plan),
      body: explainCharge(texts.pricePerCycle(total, price.billingCycle)),
      confirmLabel: texts.updatePlan,
    })
    if (!isConfirmed) return
    await mutateAsync({ subscriptionId: current.id, priceId: price.id })
    showSuccess(texts.planUpdated)
    await navigate({ to: '/settings/billing/plan-details' })
  }
  return (
    <Button
      variant={variantOf(price)}
      fullWidth
      size="md"
      loading={isPending}
      aria-describedby={`plan-${price.id}`}
      // The data layer shows the error.
      onClick={() => void update().catch(() => undefined)}
    >
      {texts.update}
    </Button>
  )
}
