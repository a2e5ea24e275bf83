// Where tests write what nobody keeps: clusters of PostgreSQL, profiles of browsers, films. In memory, where there is
// plenty; on some disks a test database takes ten times as long.
import { readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import process from 'node:process'

const FOLDER = '/dev/shm'
const GIGABYTE = 1024 ** 3

/** `environment` with a temporary folder in memory; as it is where somebody chose one or there is too little. */
export function withMemoryFolder(environment) {
  return environment.TMPDIR || !hasMemoryFolder() ? environment : { ...environment, TMPDIR: FOLDER }
}

function hasMemoryFolder() {
  if (process.platform !== 'linux' || os.freemem() < 8 * GIGABYTE) return false
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, place]) => place === FOLDER)
    const [, , kind = '', options = ''] = mount ?? []
    // Tests start programs from there.
    if (kind !== 'tmpfs' || options.split(',').some((option) => ['noexec', 'ro'].includes(option))) return false
    const { bavail, bsize } = statfsSync(FOLDER)
    return bavail * bsize >= 4 * GIGABYTE
  } catch {
    return false
  }
}
