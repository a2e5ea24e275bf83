// npm run build:extension: the recorder extension as a zip file for the stores of browsers. An installation offers its
// own, with its address in it, for download.
import path from 'node:path'
import process from 'node:process'
import { prepare, root } from './prepare.mjs'
import { runNode } from './run-node.mjs'

const environment = prepare()
process.chdir(path.join(root, 'packages/extension'))
await runNode([path.join(root, 'node_modules/wxt/bin/wxt.mjs'), 'zip'], environment)
