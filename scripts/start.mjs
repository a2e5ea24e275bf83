// npm start: installs what is missing, builds the web app when it has changed, starts everything in one process.
import { buildWeb, prepare } from './prepare.mjs'
import { runNode } from './run-node.mjs'
import { serverCommand } from './server-command.mjs'

const environment = prepare()
buildWeb()
await runNode(serverCommand.parameters, { ...serverCommand.environment, ...environment })
