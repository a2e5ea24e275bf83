import { existsSync } from 'node:fs'
import process from 'node:process'
import { installDebian } from './install-debian.mjs'
import { fail } from './prepare.mjs'

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds Chromium, or installs it on Debian when this user is root; otherwise fails with instructions. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return existsSync(chosen) ? chosen : fail(`CHROMIUM_PATH is ${chosen}, but there is no such file.`)
  return (
    findInstalled() ??
    installChromium() ??
    fail(
      'The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to the browser, then try again. npm test -- --fast leaves these tests out.',
    )
  )
}

function findInstalled() {
  return PATHS.find((file) => existsSync(file))
}

function installChromium() {
  return installDebian('Chromium', 'chromium', 'chromium-sandbox') ? findInstalled() : undefined
}
