// npm run doctor: checks the installation and says what to change, while the server runs or not.
import { prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'

await runNode(['packages/server/src/app/run-system-check.ts'], prepare())
