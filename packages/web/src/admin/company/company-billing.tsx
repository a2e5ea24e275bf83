import type { AdminCompany } from '@knowreel/shared/admin/admin.calls.ts'
import { formatShortDate } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import styles from '../admin.module.css'

type Subscription = { status: string; plan: string; nextAt: string | null; isEnding: boolean; seats: number }

export function CompanyBilling({ company }: { company: AdminCompany & { subscription: Subscription | null } }) {
  const { subscription } = company
  if (subscription === null) return <p className="kr-muted">{texts.noSubscription}</p>
  return (
    <dl className={styles.facts}>
      <Fact label={texts.plan} value={subscription.plan} />
      <Fact label={texts.status} value={subscription.status.replace('_', ' ')} />
      <Fact
        label={subscription.isEnding ? texts.endsOn : texts.nextPayment}
        value={subscription.nextAt === null ? '–' : formatShortDate(subscription.nextAt)}
      />
      <Fact label={texts.seats} value={String(subscription.seats)} />
    </dl>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
