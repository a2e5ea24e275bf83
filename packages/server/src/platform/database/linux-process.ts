import { readFileSync } from 'node:fs'

/**
 * Distinguishes a running process from a later one with the same id: the boot and the clock tick of its start. Null if
 * no such process runs; a zombie counts as gone, because it holds no resources.
 */
export function findProcessStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name (field 2) may contain spaces and brackets: count from its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state, startTicks] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X' || startTicks === undefined) return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${startTicks}`
  } catch {
    return null
  }
}

/** The arguments a process was started with; empty if it is gone. Readable for any account. */
export function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}
