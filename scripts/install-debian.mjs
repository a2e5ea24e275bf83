import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

/** Installs packages when this user is root on Debian; otherwise returns false. */
export function installDebian(title, ...packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log(`Installing ${title} …`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-q'], options)
  return spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options).status === 0
}
