/** Programs that work on what people upload: limited by the system, and without our environment. */
import process from 'node:process'

/** Limits of the program itself; none of them is ever user input. */
export type ResourceLimits = {
  readonly addressSpaceKilobytes?: number
  /** Writable memory. */
  readonly dataKilobytes?: number
  readonly cpuSeconds?: number
  /** Blocks of 512 bytes for each file; 0: it writes none. */
  readonly fileBlocks?: number
  /** Null: the priority of the server. */
  readonly niceness: number | null
}

/** The parameters of `/bin/sh` that run the rest of the command line. Limits that a system does not support are ignored. */
export function limitedCommand(limits: ResourceLimits): string[] {
  const options = [
    ['-v', limits.addressSpaceKilobytes],
    ['-d', limits.dataKilobytes],
    ['-t', limits.cpuSeconds],
    ['-f', limits.fileBlocks],
  ] as const
  const set = options.flatMap(([option, value]) =>
    value === undefined ? [] : [`ulimit ${option} ${value} 2>/dev/null`],
  )
  const priority = limits.niceness === null ? [] : ['nice', '-n', String(limits.niceness)]
  return ['-c', ['ulimit -c 0', ...set, 'exec "$@"'].join('; '), 'sh', ...priority]
}

export const bareEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C.UTF-8',
  HOME: '/nonexistent',
  TZ: 'UTC',
})

/** Kills a process that was started `detached`, with everything it has started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has already exited.
  }
}
