import { existsSync } from 'node:fs'

export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const debianShell = '/usr/bin/chromium-headless-shell'

/** Chromium without the parts that only a visible window needs: it starts and paints at less than half the cost. */
export const headlessShellPath =
  process.env.HEADLESS_SHELL_PATH ?? (existsSync(debianShell) ? debianShell : chromiumPath)

export const chromiumArguments = [
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
