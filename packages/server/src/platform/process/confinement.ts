/**
 * Wrapper programs that each run the rest of the command line with fewer privileges: without a network, and killed when
 * we exit.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

let detected: Promise<string[]> | null = null

/** Linux only, and not in every container: wrappers that do not work here are left out. */
export function findConfinement(): Promise<string[]> {
  detected ??= detectConfinement()
  return detected
}

async function detectConfinement(): Promise<string[]> {
  const wanted = [
    ['unshare', '--user', '--map-root-user', '--net'],
    ['setpriv', '--pdeathsig', 'KILL'],
  ]
  const working: string[] = []
  for (const words of wanted) {
    const works = await execute('/usr/bin/env', [...words, 'true'], { timeout: 10_000 }).then(
      () => true,
      () => false,
    )
    if (works) working.push(...words)
  }
  return working
}
