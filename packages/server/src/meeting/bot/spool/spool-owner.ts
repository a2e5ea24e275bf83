/**
 * Which process writes into a folder of the spool, and whether it has ended. Only what is certain counts: a process of
 * another machine or of another container may live.
 */
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import * as z from 'zod'
import { findProcessStart } from '../../../platform/database/linux-process.ts'

export const spoolOwner = z.object({
  host: z.string(),
  /** The id of the system's last start; null where there is no /proc. */
  boot: z.string().nullable(),
  pidNamespace: z.string().nullable(),
  pid: z.int().positive(),
  /** Distinguishes processes that had the same id. */
  startedAt: z.string().nullable(),
})
export type SpoolOwner = z.output<typeof spoolOwner>

export const describeProcess = async (pid = process.pid): Promise<SpoolOwner> => ({
  host: hostname(),
  boot: await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => null),
  pidNamespace: await readlink('/proc/self/ns/pid').catch(() => null),
  pid,
  startedAt: findProcessStart(pid),
})

/** True only if it can never write again. */
export function hasEnded(owner: SpoolOwner, here: SpoolOwner): boolean {
  if (owner.host !== here.host) return false
  // The machine has restarted since.
  if (owner.boot !== null && here.boot !== null && owner.boot !== here.boot) return true
  if (!isComparable(owner, here)) return false
  const found = signalTo(owner.pid)
  if (found === 'none') return true
  return found === 'ours' && owner.startedAt !== null && findProcessStart(owner.pid) !== owner.startedAt
}

/** Its id means the same process here. */
export const isComparable = (owner: SpoolOwner, here: SpoolOwner): boolean =>
  owner.host === here.host && owner.boot === here.boot && owner.pidNamespace === here.pidNamespace

/** A process of another user exists too, but /proc may hide it. */
function signalTo(pid: number): 'ours' | 'other' | 'none' {
  try {
    process.kill(pid, 0)
    return 'ours'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'none' : 'other'
  }
}
