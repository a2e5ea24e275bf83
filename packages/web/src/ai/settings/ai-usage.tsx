import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AiSettings, UsageOfMonth } from '@knowreel/shared/ai/ai.calls.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { Section } from './ai-settings-form.tsx'
import { aiUsageQuery } from './ai-settings.queries.ts'
import * as texts from './texts.ts'
import styles from './ai-settings.module.css'

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The usage of this month, against the budget. */
export function AiUsage({ settings }: { settings: AiSettings }) {
  const [month] = useState(() => new Date().toISOString().slice(0, 7))
  const usage = useQuery(aiUsageQuery(month))
  return (
    <Section title={texts.usage} help={monthName.format(new Date(`${month}-01`))}>
      {usage.isPending && <ListSkeleton rows={3} height={44} />}
      {usage.isError && (
        <LoadError text={texts.couldNotBeLoaded} onRetry={() => void usage.refetch()} isRetrying={usage.isFetching} />
      )}
      {usage.data && <Usage usage={usage.data} settings={settings} />}
    </Section>
  )
}

const money = (amount: number): string =>
  amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Usage({ usage, settings }: { usage: UsageOfMonth; settings: AiSettings }) {
  if (usage.requests === 0) return <p className="kr-muted">{texts.nothingUsed}</p>
  const { monthlyTokens, monthlyCost } = settings
  return (
    <>
      {monthlyTokens !== null && (
        <Meter
          share={usage.tokens / Math.max(1, monthlyTokens)}
          label={texts.usedOf(usage.tokens.toLocaleString('en'), texts.tokens(monthlyTokens))}
        />
      )}
      {monthlyCost !== null && usage.cost !== null && (
        <Meter
          share={usage.cost / Math.max(0.01, monthlyCost)}
          label={texts.usedOf(money(usage.cost), money(monthlyCost))}
        />
      )}
      <div className={styles.card}>
        <Days usage={usage} />
        <table className={styles.table}>
          <tbody>
            {usage.kinds.map(({ kind, requests, tokens, cost }) => (
              <tr key={kind}>
                <th scope="row">{texts.usageKinds[kind]}</th>
                <td>{texts.requests(requests)}</td>
                <td>{texts.tokens(tokens)}</td>
                {usage.cost !== null && <td>{cost === null ? '' : money(cost)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {usage.hasEstimates && <p className="kr-second kr-muted">{texts.estimated}</p>}
    </>
  )
}

function Meter({ share, label }: { share: number; label: string }) {
  const percent = Math.min(100, Math.round(share * 100))
  return (
    <div className={styles.meter}>
      <span>{label}</span>
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={styles.track}
        data-full={percent >= 100 || undefined}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

/** One bar for each day of the month; the table below has the numbers. */
function Days({ usage: { days, month } }: { usage: UsageOfMonth }) {
  const [year = 0, monthOfYear = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, monthOfYear, 0)).getUTCDate()
  const byDay = new Map(days.map(({ day, tokens }) => [day, tokens]))
  const most = Math.max(1, ...days.map(({ tokens }) => tokens))
  return (
    <div className={styles.days} aria-hidden>
      {Array.from({ length: count }, (_, at) => {
        const day = `${month}-${String(at + 1).padStart(2, '0')}`
        const tokens = byDay.get(day) ?? 0
        return (
          <span key={day} title={`${day}: ${texts.tokens(tokens)}`} style={{ height: `${(tokens / most) * 100}%` }} />
        )
      })}
    </div>
  )
}
