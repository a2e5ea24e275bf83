/** The real server in its own process, on a test's database, which can be killed at any moment. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { DatabaseConnection } from '../../src/platform/database/database.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

type KillableServer = {
  readonly url: string
  readonly dataDirectory: string
  /** Resolves when it is ready. */
  start(): Promise<void>
  kill(): Promise<void>
}

type ServerOptions = {
  readonly settings?: Readonly<Record<string, string>>
  /** The directory of another process; by default, a new one. */
  readonly sharedDirectory?: string
}

export async function prepareKillableServer(
  { host, user, database }: DatabaseConnection,
  { settings = {}, sharedDirectory }: ServerOptions = {},
): Promise<KillableServer> {
  const dataDirectory = sharedDirectory ?? (await mkdtemp(path.join(tmpdir(), 'knowreel-killed-')))
  const port = await findFreePort()
  let child: ChildProcess | null = null
  const kill = async () => {
    const running = child
    child = null
    // A process emits its exit event only once.
    if (running === null || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }
  afterAll(async () => {
    await kill()
    if (sharedDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true, maxRetries: 3 })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDirectory,
    async start() {
      // A failed test left it running, and is retried.
      await kill()
      const started = spawn(process.execPath, [main], {
        env: {
          ...process.env,
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: dataDirectory,
          DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
          LOG_LEVEL: 'error',
          ...settings,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.stdout.on('data', (text: Buffer) => {
          if (text.includes('is ready')) resolve()
        })
        started.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
      })
    },
    kill,
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
