// npm run demo: fills an empty installation with an example company and prints its sign-ins.
import process from 'node:process'
import { prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

await runNode(['packages/server/src/app/demo/seed-demo.ts', ...process.argv.slice(2)], prepare())
