// npm run dev: the server restarts and the browser updates when a file is saved. Vite serves the app on one URL and
// proxies everything else to the server, which prints that URL when it is ready.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import { requirePlatform } from './check-platform.mjs'
import { findNode, prepare, root } from './prepare.mjs'
import { passSignalsTo } from './run-node.mjs'

requirePlatform()
const environment = prepare()
const port = process.env.PORT || '3000'
const serverPort = await findFreePort()
const address = environment.PUBLIC_URL || `http://localhost:${port}`

const server = spawn(findNode(), ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts'], {
  env: { ...environment, PORT: String(serverPort), HOST: '127.0.0.1', PUBLIC_URL: address },
  stdio: 'inherit',
})
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const web = spawn(
  findNode(),
  [vite, '--port', port, '--strictPort', '--host', environment.HOST || 'localhost', '--logLevel', 'warn'],
  {
    cwd: path.join(root, 'packages', 'web'),
    env: { ...environment, API_URL: `http://127.0.0.1:${serverPort}` },
    stdio: 'inherit',
  },
)

for (const [child, other] of [
  [server, web],
  [web, server],
]) {
  passSignalsTo(child)
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    other.kill('SIGTERM')
  })
}

function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
