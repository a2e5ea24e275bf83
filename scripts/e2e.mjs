// npm run e2e: the journeys in a real Chromium. Arguments go to Playwright: npm run e2e -- sign-up.spec.ts
import process from 'node:process'
import { findChromium } from './find-chromium.mjs'
import { withMemoryFolder } from './memory-folder.mjs'
import { buildWeb, prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

const environment = withMemoryFolder(prepare())
buildWeb()
await runNode(['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  ...environment,
  CHROMIUM_PATH: findChromium(),
})
