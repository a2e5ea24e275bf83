// npm start: installs what is missing, builds the web app when it has changed, starts everything in one process.
import path from 'node:path'
import { buildWeb, prepare, root } from './prepare.mjs'
import { runNode } from './run-node.mjs'

const environment = prepare()
buildWeb()
await runNode(['packages/server/src/main.ts'], {
  NODE_ENV: 'production',
  ...environment,
  // Compiled code is kept between starts.
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
})
