import { IconCheck } from '@tabler/icons-react'
import { planBenefits } from '@knowreel/shared/billing/billing.rules.ts'
import styles from './billing.module.css'

/** Benefits of every plan. */
export const Benefits = () => <Ticks items={planBenefits} />

export function Ticks({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.ticks}>
      {items.map((item) => (
        <li key={item}>
          <IconCheck className="kr-icon-16" />
          {item}
        </li>
      ))}
    </ul>
  )
}
