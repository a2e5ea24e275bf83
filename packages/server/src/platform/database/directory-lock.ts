// One live server per data folder. The lock file names its holder by process id and start time, so a lock left by kill
// -9 (or by another container with the same process id) is recognised as stale. It is created by link(2), which fails
// if the name exists. A stale lock is moved aside first. If two processes find it stale, the one that moved a fresh
// lock restores it, and the new holder checks again.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../config/startup-error.ts'
import { findProcessStart } from './linux-process.ts'

export interface DirectoryLock {
  release: () => void
}

const SETTLE_MS = 30

/** Throws a StartupError if a live process holds the lock. */
export async function acquireDirectoryLock(path: string): Promise<DirectoryLock> {
  const own = `${process.pid} ${findProcessStart(process.pid) ?? ''}`
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, own, { mode: 0o644 })
  try {
    let hasTakenOver = false
    while (!tryLink(draft, path)) {
      const holder = readHolder(path)
      if (holder === null) continue
      if (isAlive(holder)) throw new StartupError(describe(path, holder))
      moveStaleAside(path, holder)
      hasTakenOver = true
    }
    if (hasTakenOver) await delay(SETTLE_MS)
    const holder = readHolder(path)
    if (holder !== own) throw new StartupError(describe(path, holder ?? 'unknown'))
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    release() {
      if (readHolder(path) === own) rmSync(path, { force: true })
    },
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readHolder(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isAlive(holder: string): boolean {
  const [pid = '', start = ''] = holder.split(' ')
  return start !== '' && findProcessStart(Number(pid)) === start
}

function moveStaleAside(path: string, stale: string): void {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readHolder(aside) !== stale) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function describe(path: string, holder: string): string {
  return `Another Knowreel (process ${holder.split(' ')[0]}) already runs on this data folder: stop it, or start this one with another DATA_DIR. The lock is ${path}`
}
