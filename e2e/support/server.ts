import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import { serverCommand } from '../../scripts/server-command.mjs'

export { expect } from '@playwright/test'

export interface RunningServer {
  baseURL: string
  dataDirectory: string
  pid: () => number
  /** Milliseconds from the last start to the first healthy response. */
  startupMs: () => number
  /** The server's output so far. */
  output: () => string
  /** Ends the server with this signal and restarts it with the same URL and data. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  stop: () => Promise<void>
}

// A start takes seconds; on a busy machine, many times that.
const HEALTHY_TIMEOUT_MS = 90_000
/** A developer's own settings would connect the tests to that developer's database, mail server and storage. */
const EMPTY_SETTINGS = {
  DATABASE_URL: '',
  PUBLIC_URL: '',
  ROLES: '',
  SMTP_URL: '',
  SECRET: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  OIDC_ISSUER: '',
  OIDC_CLIENT_ID: '',
  OIDC_CLIENT_SECRET: '',
  S3_BUCKET: '',
  S3_ENDPOINT: '',
  S3_REGION: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  S3_PREFIX: '',
  S3_PATH_STYLE: '',
  // Tests bring models of their own, on this machine.
  AI_BASE_URL: '',
  AI_API_KEY: '',
  AI_MODEL: '',
  AI_IMAGE_BASE_URL: '',
  AI_IMAGE_MODEL: '',
  AI_EMBEDDING_BASE_URL: '',
  AI_EMBEDDING_MODEL: '',
  AI_ALLOWED_HOSTS: '127.0.0.1',
  // Recognition takes processor time that other journeys need; their own switch it on.
  OCR: 'off',
}

type Environment = Record<string, string>

/** The real server as npm start runs it, with its own data folder. */
export async function startServer(
  settings: Environment | ((baseURL: string) => Environment) = {},
): Promise<RunningServer> {
  const dataDirectory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-e2e-'))
  // As root, PostgreSQL runs as another user, which must be able to traverse this folder.
  chmodSync(dataDirectory, 0o711)
  const port = await findFreePort()
  const baseURL = `http://localhost:${port}`
  const environment = typeof settings === 'function' ? settings(baseURL) : settings
  let output = ''
  let child: ChildProcess
  let startedIn = 0

  const start = async () => {
    const begun = performance.now()
    child = spawn(process.execPath, serverCommand.parameters, {
      env: {
        ...process.env,
        ...EMPTY_SETTINGS,
        ...serverCommand.environment,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDirectory,
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    }
    await waitUntilHealthy(
      baseURL,
      () => child.exitCode !== null || child.signalCode !== null,
      () => output,
    )
    startedIn = performance.now() - begun
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }

  const stop = async () => {
    await end('SIGTERM')
    rmSync(dataDirectory, { recursive: true, force: true })
  }

  await start().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    baseURL,
    dataDirectory,
    pid: () => child.pid ?? 0,
    startupMs: () => startedIn,
    output: () => output,
    async restart(signal) {
      await end(signal)
      await start()
    },
    stop,
  }
}

/** `server` is one running server for all tests of a worker; `baseURL` is its URL. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // Playwright reads the required fixtures from the destructuring pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.baseURL)
  },
})

async function waitUntilHealthy(baseURL: string, hasEnded: () => boolean, output: () => string): Promise<void> {
  let lastAnswer = 'none'
  for (const deadline = Date.now() + HEALTHY_TIMEOUT_MS; Date.now() < deadline; await delay(25)) {
    if (hasEnded()) break
    const answer = await fetch(`${baseURL}/api/health`).catch(() => null)
    if (answer?.ok) return
    if (answer) lastAnswer = `${answer.status} ${await answer.text()}`
  }
  throw new Error(`The server did not become healthy. Its last answer: ${lastAnswer}. It printed:\n${output()}`)
}

export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
