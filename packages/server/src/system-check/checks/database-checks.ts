import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { ok, type CheckDeclaration, type Finding } from '../check.ts'

const slowMs = 50
const clockWarningMs = 2000
const clockFailureMs = 30_000

type DatabaseOptions = {
  readonly db: Db
  readonly isEmbedded: boolean
  /** The names of the migrations of this Knowreel, and of those that the database has. */
  readonly migrations: () => Promise<{ readonly pending: readonly string[]; readonly unknown: readonly string[] }>
}

export const databaseCheck = ({ db, isEmbedded, migrations }: DatabaseOptions): CheckDeclaration => ({
  name: 'database',
  title: 'Database',
  advice: isEmbedded
    ? 'Read the last lines of DATA_DIR/postgres/postgres.log, then start Knowreel again.'
    : 'Check host, user, password and database in DATABASE_URL, and that the server accepts connections from this machine.',
  async run() {
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db)
    const version = `PostgreSQL ${rows[0]?.server_version.split(' ', 1)[0] ?? '?'}`
    const latency = await measureLatency(db)
    const { pending, unknown } = await migrations()
    if (unknown.length > 0)
      return {
        state: 'failure',
        result: `${version}, written by a newer Knowreel (${unknown[0]})`,
        advice: 'Start the newer version of Knowreel again, or restore a backup of this version.',
      }
    if (pending.length > 0)
      return {
        state: 'warning',
        result: `${version}, ${pending.length} migrations are pending`,
        advice: 'Start Knowreel: it applies them.',
      }
    if (latency > slowMs)
      return {
        state: 'warning',
        result: `${version}, schema up to date, but a statement takes ${Math.round(latency)} ms`,
        advice: 'Run the database on the same machine or in the same data center, and check its load.',
      }
    return ok(`${version}, schema up to date, ${latency.toFixed(1)} ms per statement`)
  },
})

/** The median of five, so that one slow answer decides nothing. */
async function measureLatency(db: Db): Promise<number> {
  const measured: number[] = []
  for (let i = 0; i < 5; i++) {
    const startedAt = performance.now()
    await sql`select 1`.execute(db)
    measured.push(performance.now() - startedAt)
  }
  return measured.toSorted((left, right) => left - right)[2] ?? 0
}

const clockAdvice =
  'Start time synchronization (Debian: apt-get install systemd-timesyncd) on this machine and the database’s.'

export const clockCheck = (db: Db): CheckDeclaration => ({
  name: 'clock',
  title: 'Clock',
  advice: clockAdvice,
  async run() {
    const before = Date.now()
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
    const after = Date.now()
    return compareClocks((rows[0]?.now.getTime() ?? 0) - (before + after) / 2)
  },
})

function compareClocks(differenceMs: number): Finding {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1)
  const result = `${seconds} s between this machine and the database`
  if (Math.abs(differenceMs) < clockWarningMs) return ok(result)
  return {
    state: Math.abs(differenceMs) < clockFailureMs ? 'warning' : 'failure',
    result,
    advice: clockAdvice,
  }
}
