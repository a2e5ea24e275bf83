import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '@knowreel/shared/billing/money.ts'
import { useMe } from '../user/index.ts'
import { seatCostQuery } from './billing.queries.ts'
import * as texts from './texts.ts'

/** The price of one more user; nothing where users are free. */
export function SeatCost() {
  const isBilling = useMe()?.user.company?.isBilling === true
  const { data: cost } = useQuery({ ...seatCostQuery, enabled: isBilling })
  if (!cost) return null
  const price = texts.priceEach(formatMoney(cost.unitPrice), cost.billingCycle)
  return (
    <p className="kr-second kr-muted" role="status">
      {cost.isTrial ? texts.seatAddedAfterTrial(price) : texts.seatAdded(price)}
    </p>
  )
}
