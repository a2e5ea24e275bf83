// npm run bench: measures the product as it is started, and prints every result as a JSON line.
import process from 'node:process'
import { findBrowsers } from './find-chromium.mjs'
import { requireFfmpeg } from './find-ffmpeg.mjs'
import { buildWeb, prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

const environment = prepare()
requireFfmpeg()
buildWeb()
await runNode(['bench/run.ts', ...process.argv.slice(2)], { ...environment, ...findBrowsers() })
