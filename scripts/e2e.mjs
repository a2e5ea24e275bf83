// npm run e2e: end-to-end tests in Chromium. Arguments go to Playwright: npm run e2e -- account.spec.ts. SOAK=1 adds
// the soak tests.
import process from 'node:process'
import { requireLinux } from './check-platform.mjs'
import { findBrowsers } from './find-chromium.mjs'
import { withBundledFfmpeg } from './find-ffmpeg.mjs'
import { withMemoryFolder } from './memory-folder.mjs'
import { buildExtension, buildWeb, prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

requireLinux('npm run e2e')
const environment = withBundledFfmpeg(withMemoryFolder(prepare()))
buildWeb()
buildExtension()
await runNode(['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], {
  ...environment,
  ...findBrowsers(),
})
