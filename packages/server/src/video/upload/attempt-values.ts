/** The values that an attempt writes into its row, in any table; run-attempt.ts describes the states. */
import { sql } from 'kysely'

const now = sql<Date>`now()`

export const startedValues = (runId: string) => ({
  status: 'running' as const,
  attempts: sql<number>`attempts + 1`,
  run_id: runId,
  progress: 0,
  error: null,
  started_at: now,
  finished_at: null,
})

export const endedValues = <Status extends 'done' | 'failed' | 'skipped'>(status: Status, error: string | null) => ({
  status,
  error,
  progress: status === 'failed' ? 0 : 100,
  finished_at: now,
})

/** Back to waiting. An attempt that we interrupted ourselves is not counted. */
export const releasedValues = (isCounted: boolean) => ({
  status: 'waiting' as const,
  attempts: isCounted ? sql<number>`attempts` : sql<number>`attempts - 1`,
  progress: 0,
})
