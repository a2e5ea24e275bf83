// npm run restore -- FOLDER: a backup into an empty installation.
import process from 'node:process'
import { prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

await runNode(['packages/server/src/app/run-restore.ts', ...process.argv.slice(2)], prepare())
