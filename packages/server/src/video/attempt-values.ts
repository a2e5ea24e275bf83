/** What an attempt writes into its row, whichever table that is; run-attempt.ts tells what the states mean. */
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

/** Back to waiting; an attempt that was broken off by us is not counted. */
export const releasedValues = (isCounted: boolean) => ({
  status: 'waiting' as const,
  attempts: isCounted ? sql<number>`attempts` : sql<number>`attempts - 1`,
  progress: 0,
})
