// npm start: installs what is missing, builds the web app if it has changed, and starts everything in one process.
import { requirePlatform } from './check-platform.mjs'
import { buildExtension, buildWeb, prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'
import { serverCommand } from './server-command.mjs'

requirePlatform()
const environment = prepare()
buildWeb()
buildExtension()
await runNode(serverCommand.parameters, { ...serverCommand.environment, ...environment })
