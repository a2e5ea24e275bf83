// Tests write temporary PostgreSQL clusters, browser profiles and videos. They go to memory if there is enough of it:
// on some disks, creating a test database takes ten times as long.
import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'

const FOLDER = '/dev/shm'
const GIGABYTE = 1024 ** 3

/** Adds a temporary folder in memory to `environment`, unless TMPDIR is set or memory is short. */
export function withMemoryFolder(environment) {
  return environment.TMPDIR || !hasMemoryFolder() ? environment : { ...environment, TMPDIR: FOLDER }
}

function hasMemoryFolder() {
  if (process.platform !== 'linux' || os.freemem() < 8 * GIGABYTE) return false
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, mountPoint]) => mountPoint === FOLDER)
    const [, , kind = '', options = ''] = mount ?? []
    // Tests execute programs in this folder.
    if (kind !== 'tmpfs' || options.split(',').some((option) => ['noexec', 'ro'].includes(option))) return false
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize >= 4 * GIGABYTE
  } catch {
    return false
  }
}
