import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { isoTime } from '../catalogue/wire.ts'

/** `off`: not configured here, so there is nothing to check. */
const checkState = z.enum(['waiting', 'running', 'ok', 'warning', 'failure', 'off'])
export type CheckState = z.infer<typeof checkState>

const check = z.object({
  name: z.string(),
  title: z.string(),
  state: checkState,
  /** The measured values; empty while the check waits or runs. */
  result: z.string(),
  /** The change that is needed; null for none. */
  advice: z.string().nullable(),
  /** Lines to copy into a configuration. */
  lines: z.array(z.object({ label: z.string(), text: z.string() })),
  milliseconds: z.number().int().nullable(),
})
export type Check = z.infer<typeof check>

const systemCheck = z.object({
  checks: z.array(check),
  isRunning: z.boolean(),
  /** Null before the first run since the server started. */
  finishedAt: isoTime.nullable(),
  /** The clock of the server, to compare that of the browser with. */
  serverTime: isoTime,
})
export type SystemCheck = z.infer<typeof systemCheck>

const allow = may('installation.manage', 'installation')
const minute = 60_000

export const systemCheckCalls = {
  read: call({
    method: 'GET',
    path: '/admin/system-check',
    summary: 'The system check that runs, or the last one since the server started',
    allow,
    response: systemCheck,
  }),
  run: call({
    method: 'POST',
    path: '/admin/system-check',
    summary: 'Start a system check; while one runs, none is started',
    allow,
    response: systemCheck,
    rateLimit: { max: 6, windowMs: minute },
  }),
}
