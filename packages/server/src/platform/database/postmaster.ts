// One PostgreSQL server process. It runs in its own session with output to a file, so that nothing that ends Node (kill
// -9, Ctrl-C in the terminal, a closed pipe) ends the database; a later start finds it by postmaster.pid.
import { spawn } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClusterLocation } from './cluster-location.ts'
import { findProcessStart, readCommandLine } from './linux-process.ts'

export interface Postmaster {
  pid: number
  command: string[]
}

/** For PostgreSQL, its working directory. "." would not do: it is turned into a path. */
export const WORKING_DIRECTORY = '/proc/self/cwd'
const LOG_MAX_BYTES = 4_000_000
const STOP_MS = 30_000
const POLL_MS = 15

/** The server that serves this cluster now, whoever started it. */
export function findPostmaster(cluster: string): Postmaster | null {
  const pid = readPid(cluster)
  if (!Number.isInteger(pid) || pid <= 1 || findProcessStart(pid) === null) return null
  const command = readCommandLine(pid)
  const directory = command[command.indexOf('-D') + 1]
  const served = directory === WORKING_DIRECTORY ? `/proc/${pid}/cwd` : directory
  // The process id proves nothing: after a reboot or in a new container it may belong to another program.
  if (path.basename(command[0] ?? '') !== 'postgres' || served === undefined || !isSamePath(served, cluster))
    return null
  return { pid, command }
}

/**
 * PostgreSQL treats any live process with the id in its lock files as a running server and refuses to start. Only safe
 * after findPostmaster returned null: the shared memory segment still prevents two servers on one cluster.
 */
export function removeStaleLocks(location: ClusterLocation): void {
  const pid = readPid(location.cluster)
  if (!isPidTaken(pid)) return
  rmSync(path.join(location.cluster, 'postmaster.pid'), { force: true })
  rmSync(path.join(location.socketDirectory, '.s.PGSQL.5432.lock'), { force: true })
}

/** Starts the server without waiting; `exited` resolves with its last output once it has ended. */
export function spawnPostmaster(location: ClusterLocation, settings: Record<string, string>, logFile: string) {
  const output = openSync(logFile, 'a')
  const logStart = fstatSync(output).size
  const [command = '', ...parameters] = postmasterCommand(location, settings)
  const child = spawn(command, parameters, {
    ...location.account,
    // Entered before the account changes.
    cwd: location.isReachedByPath ? '/' : location.cluster,
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.unref()
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => resolve(readFrom(logFile, logStart)))
  })
  return { exited }
}

export function postmasterCommand(location: ClusterLocation, settings: Record<string, string>): string[] {
  const isBeside =
    !location.isReachedByPath && path.dirname(location.socketDirectory) === path.dirname(location.cluster)
  const socketDirectory = isBeside ? path.join('..', path.basename(location.socketDirectory)) : location.socketDirectory
  const all = { ...settings, listen_addresses: '', unix_socket_directories: socketDirectory }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const directory = location.isReachedByPath ? location.cluster : WORKING_DIRECTORY
  return [path.join(location.binaries.native, 'bin', 'postgres'), '-D', directory, ...options]
}

/** Fast shutdown: sessions are closed, everything is written, and the process has ended when this resolves. */
export async function stopPostmaster(pid: number): Promise<void> {
  const start = findProcessStart(pid)
  const isGone = () => start === null || findProcessStart(pid) !== start
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (isGone()) return
    process.kill(pid, signal)
    for (const deadline = Date.now() + STOP_MS; Date.now() < deadline && !isGone();) await delay(POLL_MS)
  }
}

/** Limits the log file's size. It is opened in append mode, so truncating it is safe. */
export function limitLog(logFile: string): void {
  try {
    if (statSync(logFile).size > LOG_MAX_BYTES) truncateSync(logFile)
  } catch {
    // There is no log file yet.
  }
}

function readPid(cluster: string): number {
  try {
    return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return Number.NaN
  }
}

/** A zombie occupies its process id too. */
function isPidTaken(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function isSamePath(left: string, right: string): boolean {
  try {
    return realpathSync(left) === realpathSync(right)
  } catch {
    return false
  }
}

function readFrom(file: string, position: number): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch {
    // After a stop, the folder may be removed before the exit event arrives.
    return ''
  }
  try {
    const buffer = Buffer.alloc(4000)
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, position)).trim()
  } finally {
    closeSync(descriptor)
  }
}
