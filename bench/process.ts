import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunningServer } from '../e2e/support/server.ts'
import { percentile, report } from './report.ts'

const settleMs = 8000

/** Time from starting the server to a healthy response, with an existing database. */
export async function measureStart(server: RunningServer): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    await server.restart('SIGTERM')
    times.push(server.startupMs())
  }
  report(
    'start to healthy',
    { starts: times.length, p50Ms: percentile(times, 0.5), maxMs: percentile(times, 1) },
    '≤ 1500 ms',
  )
}

/** Resident megabytes of the server process itself, once it is idle. */
export async function measureMemory(server: RunningServer): Promise<number> {
  await delay(settleMs)
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return Math.round(kilobytes / 1024)
}
