/**
 * Wrapper programs that each run the rest of the command line with fewer privileges: without a network, and killed when
 * we exit.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { BaseLogger } from 'pino'

const execute = promisify(execFile)

let detected: Promise<string[]> | null = null

/** Linux only, and not in every container: wrappers that do not work here are left out. Found out once. */
export function findConfinement(): Promise<string[]> {
  detected ??= detectConfinement()
  return detected
}

type Wrapper = { readonly command: readonly string[]; readonly without: string }

const wrappers: readonly Wrapper[] = [
  {
    command: ['unshare', '--user', '--map-root-user', '--net'],
    without: 'can open network connections (unshare with user namespaces does not work here)',
  },
  {
    command: ['setpriv', '--pdeathsig', 'KILL'],
    without: 'outlive a killed server until their time limit (setpriv is missing)',
  },
]

async function detectConfinement(): Promise<string[]> {
  const working: string[] = []
  for (const { command } of wrappers) if (await works(command)) working.push(...command)
  return working
}

const works = (command: readonly string[]): Promise<boolean> =>
  execute('/usr/bin/env', [...command, 'true'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )

/** Tells operators at the start which protections are missing around programs that read uploaded files. */
export async function warnOfMissingConfinement(log: Pick<BaseLogger, 'warn'>): Promise<void> {
  const found = new Set(await findConfinement())
  for (const { command, without } of wrappers)
    if (!found.has(command[0] ?? '')) log.warn(`Programs that read uploaded files ${without}; see docs/operations.md.`)
}
