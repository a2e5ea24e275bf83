import { readdirSync, readFileSync } from 'node:fs'

/** Kills the browser of this profile, as a crash does. */
export function killBrowser(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = commandOf(pid)
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='))
      process.kill(Number(pid), 'SIGKILL')
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
