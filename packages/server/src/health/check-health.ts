import { sql } from 'kysely'
import type { BaseLogger } from 'pino'
import type { Db } from '../platform/database/db.ts'

export type HealthDependencies = {
  readonly db: Db
  readonly files: { check(): Promise<void> }
  readonly jobs: { check(): Promise<void> }
  readonly log: Pick<BaseLogger, 'warn'>
}

type ComponentState = 'ok' | 'failing'
export type Health = {
  readonly status: ComponentState
  readonly database: ComponentState
  readonly files: ComponentState
  readonly jobs: ComponentState
}

/** Each component must respond within this time, and a result is cached for this long, in ms. */
const timeoutMs = 2000
const cacheMs = 1000

/**
 * However often it is requested, components are checked at most once a second, and a hanging component is not checked
 * again until it responds.
 */
export function createHealthCheck({ db, files, jobs, log }: HealthDependencies): () => Promise<Health> {
  const tryDatabase = createProbe('database', async () => void (await sql`select 1`.execute(db)), log)
  const tryFiles = createProbe('files', () => files.check(), log)
  const tryJobs = createProbe('jobs', () => jobs.check(), log)

  async function check(): Promise<Health> {
    const [database, ofFiles, ofJobs] = await Promise.all([tryDatabase(), tryFiles(), tryJobs()])
    const isWell = database === 'ok' && ofFiles === 'ok' && ofJobs === 'ok'
    return { status: isWell ? 'ok' : 'failing', database, files: ofFiles, jobs: ofJobs }
  }

  let last: { readonly health: Promise<Health>; readonly until: number } | null = null
  return () => {
    const now = Date.now()
    if (last === null || now >= last.until) last = { health: check(), until: now + cacheMs }
    return last.health
  }
}

function createProbe(
  name: string,
  attempt: () => Promise<void>,
  log: HealthDependencies['log'],
): () => Promise<ComponentState> {
  let pending: Promise<void> | null = null
  return async () => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      pending ??= attempt().finally(() => (pending = null))
      await Promise.race([pending, tooLate])
      return 'ok'
    } catch (error) {
      log.warn(`Health: ${name} fails: ${error instanceof Error ? error.message : String(error)}`)
      return 'failing'
    } finally {
      clearTimeout(timer)
    }
  }
}
