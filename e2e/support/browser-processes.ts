import { readdirSync, readFileSync } from 'node:fs'

const listProcesses = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** Kills the browser of this profile, as a crash does. */
export function killBrowser(profile: string): void {
  for (const pid of listProcesses().filter((one) => isBrowserOf(one, profile))) process.kill(Number(pid), 'SIGKILL')
}

/** Kills the processes of its extensions: offscreen document, service worker and popup are in one. */
export function killExtensionProcess(profile: string): void {
  const found = listProcesses().filter((pid) => read(pid, 'cmdline').includes('--extension-process'))
  const ours = found.filter((pid) => ancestorsOf(pid).some((one) => isBrowserOf(one, profile)))
  if (ours.length === 0) throw new Error('No process of an extension is running')
  for (const pid of ours) process.kill(Number(pid), 'SIGKILL')
}

/** Megabytes that all processes of the browser hold, with their share of what they share. */
export function memoryOf(profile: string): number {
  const ours = listProcesses().filter((pid) => [pid, ...ancestorsOf(pid)].some((one) => isBrowserOf(one, profile)))
  const kilobytes = ours.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0))
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024
}

function isBrowserOf(pid: string, profile: string): boolean {
  const command = read(pid, 'cmdline')
  return command.includes(`--user-data-dir=${profile}`) && !command.includes('--type=')
}

function ancestorsOf(pid: string): string[] {
  const parent = /\) \S (\d+)/.exec(read(pid, 'stat'))?.[1]
  return parent === undefined || parent === '0' ? [] : [parent, ...ancestorsOf(parent)]
}

function read(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // It has ended since.
    return ''
  }
}
