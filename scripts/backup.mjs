// npm run backup -- FOLDER: a consistent, verified copy of database, files and secret, also while the server runs.
import process from 'node:process'
import { prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

await runNode(['packages/server/src/app/run-backup.ts', ...process.argv.slice(2)], prepare())
