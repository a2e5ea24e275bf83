import { useState } from 'react'
import { ActionIcon, Button, Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCopy,
  IconRefresh,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Check, CheckState } from '@knowreel/shared/system-check/system-check.calls.ts'
import { copyWithToast } from '../../ui/toast/copy-with-toast.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { systemCheckQuery, useRunSystemCheck } from '../admin.queries.ts'
import * as texts from '../texts.ts'
import { checkBrowserConnection, compareBrowserClock } from './browser-checks.ts'
import styles from './system-check.module.css'

const groups: readonly { title: string; states: readonly CheckState[] }[] = [
  { title: texts.toChange, states: ['failure', 'warning'] },
  { title: texts.inProgress, states: ['running', 'waiting'] },
  { title: texts.passed, states: ['ok'] },
  { title: texts.notSetUp, states: ['off'] },
]

export function SystemCheckPage() {
  const { data, isError, refetch, isFetching } = useQuery(systemCheckQuery)
  const [ofBrowser, setOfBrowser] = useState<readonly Check[]>([])
  const [isChecking, setChecking] = useState(false)
  const { mutateAsync: start, isPending } = useRunSystemCheck()
  const isRunning = isPending || isChecking || (data?.isRunning ?? false)
  const isEmpty = data !== undefined && data.finishedAt === null && !isRunning
  const checks = [...(data?.checks ?? []), ...ofBrowser]

  const run = async () => {
    setChecking(true)
    setOfBrowser([])
    const sentAt = Date.now()
    try {
      const { serverTime } = await start()
      const clock = compareBrowserClock(serverTime, sentAt, Date.now())
      setOfBrowser([clock])
      setOfBrowser([clock, await checkBrowserConnection()])
    } catch {
      // The mutation shows its error.
    } finally {
      setChecking(false)
    }
  }

  return (
    <PageFrame
      title={texts.systemCheck}
      actions={
        <>
          {!isEmpty && (
            <Button
              leftSection={<IconCopy />}
              disabled={isRunning || data === undefined}
              onClick={() => void copy(describeChecks(checks), texts.reportCopied)}
            >
              {texts.copyReport}
            </Button>
          )}
          <Button variant="filled" leftSection={<IconRefresh />} loading={isRunning} onClick={() => void run()}>
            {isEmpty || data === undefined ? texts.runCheck : texts.runAgain}
          </Button>
        </>
      }
    >
      {isError && data === undefined ? (
        <LoadError text={texts.theSystemCheckCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : isEmpty ? (
        <EmptyState drawing="notYet" text={texts.systemCheckHelp} />
      ) : (
        data && (
          <>
            <Summary checks={checks} isRunning={isRunning} finishedAt={data.finishedAt} />
            {groups.map(({ title, states }) => (
              <Group key={title} title={title} checks={checks.filter(({ state }) => states.includes(state))} />
            ))}
          </>
        )
      )}
    </PageFrame>
  )
}

const countOf = (checks: readonly Check[], ...states: CheckState[]) =>
  checks.filter(({ state }) => states.includes(state)).length

type SummaryProps = { checks: readonly Check[]; isRunning: boolean; finishedAt: string | null }

function Summary({ checks, isRunning, finishedAt }: SummaryProps) {
  const [ok, warnings, failed] = [countOf(checks, 'ok'), countOf(checks, 'warning'), countOf(checks, 'failure')]
  const all = checks.length - countOf(checks, 'off')
  const open = countOf(checks, 'running', 'waiting')
  return (
    <section className={styles.summary}>
      <div className="kr-grow" role="status">
        <strong>{isRunning ? texts.checking(all - open, all) : texts.checkSummary(failed, warnings)}</strong>
        <p>
          {texts.checksPassed(ok, all)}
          {!isRunning && finishedAt !== null && (
            <>
              {' '}
              {texts.lastRun} <RelativeTime time={finishedAt} />.
            </>
          )}
        </p>
      </div>
      <div className={styles.meter} role="img" aria-label={texts.meter(ok, warnings, failed)}>
        <i style={{ flex: ok }} data-state="ok" />
        <i style={{ flex: warnings }} data-state="warning" />
        <i style={{ flex: failed }} data-state="failure" />
        <i style={{ flex: open }} />
      </div>
    </section>
  )
}

function Group({ title, checks }: { title: string; checks: readonly Check[] }) {
  if (checks.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.rows}>
        {checks.map((check) => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
    </section>
  )
}

const icons: Readonly<Record<CheckState, { label: string; icon: typeof IconCircleCheck | null }>> = {
  ok: { label: texts.passed, icon: IconCircleCheck },
  warning: { label: texts.warning, icon: IconAlertTriangle },
  failure: { label: texts.failed, icon: IconCircleX },
  off: { label: texts.notSetUp, icon: IconCircleDashed },
  running: { label: texts.inProgress, icon: null },
  waiting: { label: texts.inProgress, icon: null },
}

function CheckRow({ check: { title, state, result, advice, lines, milliseconds } }: { check: Check }) {
  const { label, icon: Icon } = icons[state]
  return (
    <li className={styles.row} data-state={state}>
      {Icon === null ? <Loader size={16} aria-label={label} /> : <Icon aria-label={label} role="img" />}
      <span className={styles.name}>{title}</span>
      <span className={styles.result}>{result}</span>
      <span className={styles.time}>{milliseconds === null ? '' : formatMilliseconds(milliseconds)}</span>
      {advice !== null && (
        <div className={styles.fix}>
          <span className={styles.name}>{texts.whatToChange}</span>
          <p>{advice}</p>
          {lines.map((line) => (
            <CodeBox key={line.label} {...line} />
          ))}
        </div>
      )}
    </li>
  )
}

function CodeBox({ label, text }: Check['lines'][number]) {
  return (
    <figure className={styles.code}>
      <figcaption>{label}</figcaption>
      <pre>{text}</pre>
      <ActionIcon aria-label={texts.copyLinesFor(label)} onClick={() => void copy(text, texts.linesCopied)}>
        <IconCopy />
      </ActionIcon>
    </figure>
  )
}

const copy = (text: string, copied: string) => copyWithToast(text, { copied, notCopied: texts.couldNotCopy })

const formatMilliseconds = (milliseconds: number) =>
  milliseconds < 1000 ? texts.milliseconds(milliseconds) : texts.seconds((milliseconds / 1000).toFixed(1))

const describeChecks = (checks: readonly Check[]): string =>
  checks
    .map(
      ({ title, state, result, advice }) =>
        `${icons[state].label}: ${title}. ${result}${advice ? `\n  ${advice}` : ''}`,
    )
    .join('\n')
