// Where the cluster, its socket and its binaries are. PostgreSQL refuses to run as root, so under root it runs as
// another account. The cluster is in the data folder even if that account cannot enter it (one under /root, mode 700):
// root opens the cluster as the working directory of PostgreSQL, which needs no path to it. Binaries that the account
// cannot reach are copied to /var/lib/knowreel.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { BaseLogger } from 'pino'
import { StartupError } from '../config/startup-error.ts'
import type { Account, PostgresBinaries } from './postgres-binaries.ts'
import { canEnter, canRun, copyBinaries, findPostgresAccount, findPostgresBinaries } from './postgres-binaries.ts'

export interface ClusterLocation {
  /** The account that runs PostgreSQL; null means the account of this process. */
  account: Account | null
  binaries: PostgresBinaries
  /** PostgreSQL's data directory. */
  cluster: string
  socketDirectory: string
  /** False if the account of PostgreSQL reaches the cluster only as its working directory. */
  isReachedByPath: boolean
}

const POSTGRES_MAJOR = '18'
/** The kernel allows 107 bytes for a socket path; PostgreSQL appends "/.s.PGSQL.5432". */
const SOCKET_DIRECTORY_MAX_BYTES = 85

export function prepareClusterLocation(
  directory: string,
  binariesHome: string,
  log: Pick<BaseLogger, 'info' | 'warn'>,
): ClusterLocation {
  const home = readFormerHome(directory) ?? directory
  if (home !== directory)
    log.warn(
      `PostgreSQL could not enter ${directory} when it was created: the database is in ${home}. A backup must contain both folders.`,
    )
  const cluster = path.join(home, 'cluster')
  const account = findAccount(cluster)
  if (account !== null) takeOverCopy(home, account, log)
  checkCluster(cluster, account)
  const socketDirectory = prepareSocketDirectory(home, account)
  const isReachedByPath = canEnter(home, account)
  if (!isReachedByPath) allowAccess(home, account)
  return {
    account,
    binaries: findReachableBinaries(account, account ? binariesHome : directory),
    cluster,
    socketDirectory,
    isReachedByPath,
  }
}

/** Lets an account use the folders in `home` from within; the folders above it stay closed. */
function allowAccess(home: string, account: Account | null): void {
  chmodSync(home, statSync(home).mode | 0o011)
  const isReached = spawnSync('/bin/sh', ['-c', '[ -x /proc/self/cwd/. ] && [ -x ../run/. ]'], {
    ...account,
    cwd: path.join(home, 'run'),
  })
  if (isReached.status === 0) return
  throw new StartupError(
    `PostgreSQL (user number ${account?.uid ?? process.getuid?.()}) cannot use ${home}: let this user enter the folder, or set another DATA_DIR.`,
  )
}

/** Contains the path of a database that an earlier version created outside the data folder. */
export const pointerOf = (directory: string) => path.join(directory, 'location')

/** The folder outside the data folder that contains the database; null for databases in the data folder. */
export function readFormerHome(directory: string): string | null {
  const pointer = pointerOf(directory)
  if (!existsSync(pointer)) return null
  const home = readFileSync(pointer, 'utf8').trim()
  if (existsSync(path.join(home, 'cluster'))) return home
  // A move that was interrupted at its end.
  if (existsSync(path.join(directory, 'cluster'))) return null
  throw new StartupError(
    `The database of this data folder should lie in ${home} (so says ${pointer}), but it is not there.`,
  )
}

/** A cluster keeps its creator's account: root serves a user's data folder as that user and leaves it usable. */
function findAccount(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = existsSync(cluster) ? statSync(cluster) : null
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findPostgresAccount()
}

function findReachableBinaries(account: Account | null, copyHome: string): PostgresBinaries {
  const shipped = findPostgresBinaries(copyHome)
  if (canRun(shipped, account)) return shipped
  const copied = account ? copyBinaries(shipped, copyHome) : shipped
  if (canRun(copied, account)) return copied
  throw new StartupError(
    `The embedded PostgreSQL in ${copied.native} does not run on this system (it needs the GNU C library): set DATABASE_URL to a PostgreSQL 15 or later.`,
  )
}

/** A backup that root copied without its owners belongs to root, as whom PostgreSQL does not run. */
function takeOverCopy(home: string, { uid, gid }: Account, log: Pick<BaseLogger, 'info'>): void {
  const cluster = path.join(home, 'cluster')
  if (!existsSync(cluster) || statSync(cluster).uid !== 0) return
  log.info(`The database in ${cluster} belongs to root, as after copying a backup: its owner becomes user ${uid}`)
  for (const name of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
    lchownSync(path.join(cluster, name), uid, gid)
  // The socket folder of the copied server, which is not in use.
  rmSync(path.join(home, 'run'), { recursive: true, force: true })
  // PostgreSQL accepts no folder that others can enter.
  chmodSync(cluster, 0o700)
  // Last, so that an interrupted start repeats it.
  chownSync(cluster, uid, gid)
}

function checkCluster(cluster: string, account: Account | null): void {
  if (!existsSync(cluster)) return
  const owner = statSync(cluster).uid
  if (owner !== (account?.uid ?? process.getuid?.())) {
    throw new StartupError(
      `The database in ${cluster} belongs to user number ${owner}: start as that user or as root, or set another DATA_DIR.`,
    )
  }
  const version = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_MAJOR) {
    throw new StartupError(
      `The database in ${cluster} is of PostgreSQL ${version}; this Knowreel brings ${POSTGRES_MAJOR}.`,
    )
  }
}

function prepareSocketDirectory(home: string, account: Account | null): string {
  const inHome = path.join(home, 'run')
  const isShort = Buffer.byteLength(inHome) <= SOCKET_DIRECTORY_MAX_BYTES
  const directory = isShort ? inHome : path.join(os.tmpdir(), `knowreel-${hash(home)}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  if (account) chownSync(directory, account.uid, account.gid)
  // Everyone may write to the temporary folder, so a socket folder created by someone else could impersonate our
  // database.
  const made = lstatSync(directory)
  if (!made.isDirectory() || made.uid !== (account?.uid ?? process.getuid?.()) || (made.mode & 0o077) !== 0) {
    throw new StartupError(`${directory} must be a folder that only the PostgreSQL user can enter: remove it.`)
  }
  return directory
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
