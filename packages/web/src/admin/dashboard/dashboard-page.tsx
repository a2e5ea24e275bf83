import { lazy, Suspense } from 'react'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconBrush, IconDeviceHeartMonitor } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InstallationDay } from '@knowreel/shared/admin/admin.calls.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { showSuccess } from '../../ui/toast/toast.ts'
import { companiesQuery, jobCountQuery, statsQuery, systemCheckQuery, useCleanVideos } from '../admin.queries.ts'
import { formatCount } from '../format-count.ts'
import { InlineError } from '../inline-error.tsx'
import * as texts from '../texts.ts'
import styles from '../admin.module.css'

const Charts = lazy(() => import('./dashboard-charts.tsx').then((module) => ({ default: module.DashboardCharts })))

const tiles = [
  { name: 'companies', label: texts.totalCompanies },
  { name: 'workspaces', label: texts.totalWorkspaces },
  { name: 'articles', label: texts.totalArticles },
  { name: 'users', label: texts.totalUsers },
] as const

export function DashboardPage() {
  const stats = useQuery(statsQuery)
  return (
    <PageFrame title={texts.dashboard} actions={<CleanUpButton />}>
      {stats.isError && !stats.data ? (
        <LoadError
          text={texts.theDashboardCouldNotBe}
          onRetry={() => void stats.refetch()}
          isRetrying={stats.isFetching}
        />
      ) : (
        <>
          <div className={styles.tiles}>
            {tiles.map(({ name, label }) => (
              <Tile
                key={name}
                label={label}
                total={stats.data?.[name]}
                added={stats.data?.days.map((day) => day[name])}
              />
            ))}
          </div>
          <ChartArea days={stats.data?.days} />
          <div className={styles.cards}>
            <NeedsAttention />
            <NewestCompanies />
          </div>
        </>
      )}
    </PageFrame>
  )
}

function CleanUpButton() {
  const { mutateAsync: clean, isPending } = useCleanVideos()
  const run = async () => {
    const isConfirmed = await confirmAction({
      title: texts.cleanUpVideosQuestion,
      body: texts.cleanUpVideosText,
      confirmLabel: texts.cleanUpVideos,
      isDangerous: true,
    })
    if (isConfirmed)
      await clean(undefined).then(
        () => showSuccess(texts.cleanUpStarted),
        () => undefined,
      )
  }
  return (
    <Button leftSection={<IconBrush />} loading={isPending} onClick={() => void run()}>
      {texts.cleanUpVideos}
    </Button>
  )
}

type TileProps = { label: string; total: number | undefined; added: readonly number[] | undefined }

function Tile({ label, total, added = [] }: TileProps) {
  const sum = added.reduce((all, one) => all + one, 0)
  return (
    <section className={styles.tile}>
      <h2 className={styles.tileLabel}>{label}</h2>
      <span className={styles.tileValue}>{total === undefined ? <Placeholder /> : formatCount(total)}</span>
      <span className={styles.tileNote}>{total !== undefined && texts.addedInDays(formatCount(sum))}</span>
      <div className={styles.spark}>{total !== undefined && <Sparkline values={runningTotals(total, added)} />}</div>
    </section>
  )
}

/** The total at the end of each day, if nothing was deleted. */
function runningTotals(total: number, added: readonly number[]): number[] {
  let later = 0
  return added
    .toReversed()
    .map((count) => {
      const value = total - later
      later += count
      return value
    })
    .toReversed()
}

const Placeholder = () => (
  <AfterDelay>
    <Skeleton width={96} height={20} />
  </AfterDelay>
)

/** Its room is reserved, so that nothing moves when the charts arrive. */
function ChartArea({ days }: { days: readonly InstallationDay[] | undefined }) {
  const waiting = <div style={{ height: 2 * 232 + 2 * 12 }} />
  if (days === undefined) return waiting
  return (
    <Suspense fallback={waiting}>
      <Charts days={days} />
    </Suspense>
  )
}

/** Failed jobs, and what the last system check found. */
function NeedsAttention() {
  const jobs = useQuery(jobCountQuery)
  const check = useQuery(systemCheckQuery)
  const failed = jobs.data?.failed ?? 0
  const checks = check.data?.checks ?? []
  const found = (['failure', 'warning'] as const).flatMap((wanted) => checks.filter(({ state }) => state === wanted))
  const isKnown = jobs.data !== undefined && check.data !== undefined
  return (
    <section className={styles.card}>
      <header className={styles.cardHead}>
        <h2>{texts.needsAttention}</h2>
      </header>
      {jobs.isError && !jobs.data && (
        <InlineError text={texts.theJobsCouldNotBe} onRetry={() => void jobs.refetch()} isRetrying={jobs.isFetching} />
      )}
      {check.isError && !check.data && (
        <InlineError
          text={texts.theSystemCheckCouldNotBe}
          onRetry={() => void check.refetch()}
          isRetrying={check.isFetching}
        />
      )}
      <ul className={styles.rows}>
        {failed > 0 && (
          <li>
            <IconAlertCircle className={styles.bad} />
            <span className="kr-grow">
              {texts.jobsFailed(failed, formatCount(failed), jobs.data?.failedNames.join(', ') ?? '')}
            </span>
            <LinkButton to="/admin/{-$page}/{-$id}" params={{ page: 'jobs', id: undefined }}>
              {texts.showJobs}
            </LinkButton>
          </li>
        )}
        {found.slice(0, shownChecks).map((one) => (
          <li key={one.name}>
            {one.state === 'failure' ? (
              <IconDeviceHeartMonitor className={styles.bad} />
            ) : (
              <IconAlertTriangle className={styles.warn} />
            )}
            <span className="kr-grow">{`${one.title}: ${one.result}`}</span>
            {check.data?.finishedAt != null && (
              <span className="kr-second kr-muted">
                <RelativeTime time={check.data.finishedAt} />
              </span>
            )}
            <LinkButton to="/admin/{-$page}/{-$id}" params={{ page: 'system-check', id: undefined }}>
              {texts.showCheck}
            </LinkButton>
          </li>
        ))}
        {isKnown && failed === 0 && found.length === 0 && <li className="kr-muted">{texts.nothingNeedsAttention}</li>}
      </ul>
    </section>
  )
}

const shownChecks = 3
const shownCompanies = 3

function NewestCompanies() {
  const list = useInfiniteQuery(companiesQuery({}))
  const rows = list.data?.pages[0]?.companies ?? []
  return (
    <section className={styles.card}>
      <header className={styles.cardHead}>
        <h2>{texts.newestCompanies}</h2>
        <Link to="/admin/{-$page}/{-$id}" params={{ page: 'companies', id: undefined }}>
          {texts.showAll}
        </Link>
      </header>
      {list.isError && !list.data && (
        <InlineError
          text={texts.theCompaniesCouldNotBe}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      <ul className={styles.rows}>
        {rows.slice(0, shownCompanies).map(({ company, stat }) => (
          <li key={company.id}>
            <Link to="/admin/{-$page}/{-$id}" params={{ page: 'company', id: company.id }} className="kr-grow kr-trunc">
              {company.title}
            </Link>
            <span className="kr-second kr-muted kr-num">{texts.people(formatCount(stat.usersCount))}</span>
            <span className="kr-second kr-muted">
              <RelativeTime time={company.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const width = 200
const height = 32

/** A line without axes, for which the number beside it speaks. */
function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(...values)
  const span = Math.max(1, Math.max(...values) - low)
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width
    const y = height - 2 - ((value - low) / span) * (height - 4)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} fill="var(--accent-soft)" stroke="none" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
