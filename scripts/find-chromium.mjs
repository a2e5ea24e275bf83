import { existsSync } from 'node:fs'
import process from 'node:process'
import { installDebian } from './install-debian.mjs'
import { fail } from './prepare.mjs'

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const shellPath = '/usr/bin/chromium-headless-shell'

/**
 * The variables that name Chromium and its headless shell. Installs what is missing on Debian when this user is root.
 * Without a shell, Chromium runs everything; without Chromium, this fails with instructions.
 */
export function findBrowsers() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen && !existsSync(chosen)) fail(`CHROMIUM_PATH is ${chosen}, but there is no such file.`)
  const find = () => chosen || chromiumPaths.find((file) => existsSync(file))
  if (!find() || (!chosen && !existsSync(shellPath)))
    installDebian('Chromium', 'chromium', 'chromium-sandbox', 'chromium-headless-shell')
  const chromium =
    find() ??
    fail(
      'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to the browser, then try again. npm test -- --fast leaves these tests out.',
    )
  const shell = process.env.HEADLESS_SHELL_PATH ?? (!chosen && existsSync(shellPath) ? shellPath : chromium)
  return { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: shell }
}
