// Earlier versions created the database outside a data folder that the account of PostgreSQL cannot enter, and wrote its
// path to the file `location`. It is brought back at the next start.
import { cpSync, existsSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BaseLogger } from 'pino'
import { pointerOf, readFormerHome } from './cluster-location.ts'
import { findPostmaster } from './postmaster.ts'

/**
 * Moves the database to its data folder, unless it runs. At every moment, `location` is there or the whole database is
 * in the data folder. If the move fails, the database is used where it is.
 */
export function bringDatabaseBack(directory: string, log: Pick<BaseLogger, 'info' | 'warn'>): void {
  const home = readFormerHome(directory)
  const cluster = path.join(directory, 'cluster')
  if (home === null) rmSync(pointerOf(directory), { force: true })
  if (home === null || existsSync(cluster) || findPostmaster(path.join(home, 'cluster')) !== null) return
  log.info(`Moving the database from ${home} to ${directory}`)
  try {
    move(path.join(home, 'cluster'), cluster)
    rmSync(pointerOf(directory))
  } catch (error) {
    log.warn(`The database cannot be moved: ${error instanceof Error ? error.message : String(error)}`)
    return
  }
  for (const name of ['cluster', 'run']) rmSync(path.join(home, name), { recursive: true, force: true })
  rmdirSync(home)
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
    return
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
  }
  const unfinished = `${to}.moving`
  rmSync(unfinished, { recursive: true, force: true })
  try {
    // Copied files belong to root, like those of a restored backup, until PostgreSQL's account takes them over.
    cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    renameSync(unfinished, to)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
