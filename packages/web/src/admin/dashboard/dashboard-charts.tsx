/** The only page that loads the chart library. Each chart has one colour and a table as its text alternative. */
import type { ReactNode } from 'react'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { InstallationDay } from '@knowreel/shared/admin/admin.calls.ts'
import { formatStorage } from '@knowreel/shared/admin/admin.rules.ts'
import { formatCount } from '../format-count.ts'
import * as texts from '../texts.ts'
import styles from '../admin.module.css'
import chartStyles from './dashboard-charts.module.css'

type Point = { readonly date: string; readonly value: number | null }

const labelledDays = 10
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `25 Oct`, of a date in UTC. */
function formatDay(date: string): string {
  const [, month = '1', day = '1'] = date.split('-')
  return `${Number(day)} ${months[Number(month) - 1]}`
}

export function DashboardCharts({ days }: { days: readonly InstallationDay[] }) {
  const pointsOf = (read: (day: InstallationDay) => number | null): Point[] =>
    days.map((day) => ({ date: day.date, value: read(day) }))
  const sumOf = (points: readonly Point[]) => formatCount(points.reduce((sum, { value }) => sum + (value ?? 0), 0))
  const recordings = pointsOf((day) => day.recordings)
  const signUps = pointsOf((day) => day.users)
  const jobs = pointsOf((day) => day.jobs)
  const storage = pointsOf((day) => day.storage)
  const stored = storage.findLast(({ value }) => value !== null)?.value
  return (
    <div className={styles.cards}>
      <Card title={texts.recordingsPerDay} note={texts.inDays(sumOf(recordings))} points={recordings}>
        <DayBars points={recordings} />
      </Card>
      <Card
        title={texts.storage}
        note={stored == null ? texts.last30Days : formatStorage(stored)}
        points={storage}
        format={formatStorage}
      >
        <StorageArea points={storage} />
      </Card>
      <Card title={texts.signUpsPerDay} note={texts.inDays(sumOf(signUps))} points={signUps}>
        <DayBars points={signUps} />
      </Card>
      <Card title={texts.jobsPerDay} note={texts.inDays(sumOf(jobs))} points={jobs}>
        <DayBars points={jobs} />
      </Card>
    </div>
  )
}

type CardProps = {
  title: string
  note: string
  points: readonly Point[]
  format?: (value: number) => string
  children: ReactNode
}

function Card({ title, note, points, format = formatCount, children }: CardProps) {
  return (
    <section className={styles.card}>
      <header className={styles.cardHead}>
        <h2>{title}</h2>
        <span className="kr-second kr-muted kr-num">{note}</span>
      </header>
      <div className={styles.chart} aria-hidden="true">
        {children}
      </div>
      <ul className="kr-sr">
        {points.flatMap(({ date, value }) =>
          value === null ? [] : [<li key={date}>{texts.byDay(formatDay(date), format(value))}</li>],
        )}
      </ul>
    </section>
  )
}

const axis = { axisLine: false, tickLine: false, tick: { fontSize: 12, fill: 'var(--text-2)' } } as const
const margin = { top: 8, right: 12, bottom: 0, left: 0 }

const tickDays = (points: readonly Point[]) =>
  points.filter((_, index) => index % labelledDays === 0 || index === points.length - 1).map(({ date }) => date)

const dayAxis = (points: readonly Point[]) => (
  <XAxis
    dataKey="date"
    {...axis}
    ticks={tickDays(points)}
    interval={0}
    padding={{ left: 4, right: 4 }}
    tickFormatter={(date: string) => (date === points.at(-1)?.date ? texts.today : formatDay(date))}
  />
)

function DayBars({ points }: { points: readonly Point[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart data={[...points]} margin={margin} accessibilityLayer={false} barCategoryGap="20%">
        <CartesianGrid vertical={false} stroke="var(--border-soft)" />
        {dayAxis(points)}
        <YAxis {...axis} width={44} tickCount={3} allowDecimals={false} tickFormatter={formatCount} />
        <Tooltip cursor={{ fill: 'var(--tint-1)' }} content={<Hint format={formatCount} />} isAnimationActive={false} />
        <Bar dataKey="value" radius={[3, 3, 0, 0]} isAnimationActive={false}>
          {points.map(({ date }, index) => (
            <Cell key={date} fill={index === points.length - 1 ? 'var(--accent)' : 'var(--accent-line)'} />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}

function StorageArea({ points }: { points: readonly Point[] }) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart data={[...points]} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--border-soft)" />
        {dayAxis(points)}
        <YAxis {...axis} width={64} tickCount={3} tickFormatter={formatStorage} />
        <Tooltip
          cursor={{ stroke: 'var(--border)' }}
          content={<Hint format={formatStorage} />}
          isAnimationActive={false}
        />
        <Area
          dataKey="value"
          stroke="var(--accent)"
          strokeWidth={1.5}
          fill="var(--accent-soft)"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  )
}

type HintProps = {
  active?: boolean
  label?: string | number
  payload?: readonly { value?: unknown }[]
  format: (value: number) => string
}

/** The library clones it with what is under the pointer. */
function Hint({ active = false, label, payload, format }: HintProps) {
  const value = payload?.[0]?.value
  if (!active || typeof value !== 'number') return null
  return (
    <div className={chartStyles.hint}>
      <span>{formatDay(String(label))}</span>
      <strong>{format(value)}</strong>
    </div>
  )
}
