import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isSoak } from '../../../test/soak.ts'
import type { DatabaseConnection } from './database.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readCommandLine } from './linux-process.ts'
import { canRun, copyBinaries, findPostgresBinaries } from './postgres-binaries.ts'
import { findPostmaster } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
const warnings: string[] = []
const log = { info() {}, warn: (text: string) => void warnings.push(text), error() {} }

let temporary: string
let directory: string
let running: EmbeddedPostgres[]

beforeEach(() => {
  temporary = mkdtempSync(path.join(os.tmpdir(), 'knowreel-pg-'))
  chmodSync(temporary, 0o711)
  directory = path.join(temporary, 'postgres')
  running = []
  warnings.length = 0
})

afterEach(async () => {
  for (const server of running) await server.stop()
  rmSync(temporary, { recursive: true, force: true })
})

async function start(options: { directory?: string; settings?: Record<string, string>; sharedHome?: string } = {}) {
  const server = await startEmbeddedPostgres({ directory, log, ...options })
  running.push(server)
  return server
}

async function query(connection: DatabaseConnection, statement: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL from another process, which is then killed without cleaning up. */
async function startAndKill(whileItLives?: (connection: DatabaseConnection) => Promise<void>, settings = {}) {
  const script = path.join(import.meta.dirname, 'embedded-postgres.fixture.ts')
  const child = spawn(process.execPath, [script, directory, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: string[] = await once(createInterface(child.stdout), 'line')
  await whileItLives?.(JSON.parse(line ?? ''))
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function findPostgresProcesses(cluster: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && readCommandLine(pid).includes(cluster))
}

function readPostmasterPid(): number {
  return findPostmaster(path.join(directory, 'cluster'))?.pid ?? 0
}

describe('the embedded PostgreSQL', () => {
  it.runIf(isRoot)('starts from a copy whose files all belong to root', async () => {
    const first = await start()
    await query(first.connection, 'create table kept (id int)')
    await first.stop()
    const copy = path.join(temporary, 'copy')
    cpSync(directory, copy, { recursive: true })
    const { connection } = await start({ directory: copy })
    expect(await query(connection, 'select * from kept')).toEqual([])
  })

  it('creates a database in an empty folder and serves it on a Unix socket only', async () => {
    const { connection, isAdopted } = await start()
    expect(isAdopted).toBe(false)
    expect(connection.host.startsWith('/')).toBe(true)
    expect(
      await query(connection, "SELECT lower('ЇЖАК') AS word, current_setting('listen_addresses') AS network"),
    ).toEqual([{ word: 'їжак', network: '' }])
  })

  it.runIf(isSoak)('finds its data at the next start', async () => {
    const first = await start()
    await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS n')
    await first.stop()
    const second = await start()
    expect(await query(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  })

  it('leaves no process behind when it is stopped', async () => {
    const { stop } = await start()
    const cluster = path.join(directory, 'cluster')
    expect(findPostgresProcesses(cluster)).toHaveLength(1)
    await stop()
    expect(findPostgresProcesses(cluster)).toEqual([])
  })

  it('survives a killed parent and is adopted by the next one with all its data', async () => {
    await startAndKill(async (connection) => {
      await query(connection, 'CREATE TABLE kept AS SELECT 7 AS n')
    })
    const pid = readPostmasterPid()
    expect(pid).toBeGreaterThan(1)
    const { connection, isAdopted, stop } = await start()
    expect(isAdopted).toBe(true)
    expect(readPostmasterPid()).toBe(pid)
    expect(await query(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
    await stop()
    expect(findPostgresProcesses(path.join(directory, 'cluster'))).toEqual([])
  })

  it.runIf(isSoak)('restarts a leftover server that has other settings', async () => {
    await startAndKill(undefined, { work_mem: '7MB' })
    const { connection, isAdopted } = await start()
    expect(isAdopted).toBe(false)
    expect(await query(connection, 'SHOW work_mem')).toEqual([{ work_mem: '4MB' }])
  })

  it('refuses a folder that a live process serves', async () => {
    await startAndKill(async () => {
      await expect(start()).rejects.toThrow(/Another Knowreel \(process \d+\) already runs on this data folder/)
    })
    expect((await start()).isAdopted).toBe(true)
  })

  it.runIf(isSoak)('starts although its pid file names an unrelated process', async () => {
    await (await start()).stop()
    const foreign = `${process.pid}\n${directory}/cluster\n1\n5432\n${directory}/run\n\n\nready\n`
    writeFileSync(path.join(directory, 'cluster', 'postmaster.pid'), foreign)
    writeFileSync(path.join(directory, 'run', '.s.PGSQL.5432.lock'), foreign)
    writeFileSync(path.join(directory, 'server.lock'), `${process.pid} another-boot:17`)
    const { connection } = await start()
    expect(await query(connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  })

  it('is restarted when it is killed', async () => {
    const { connection } = await start()
    const pid = readPostmasterPid()
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => query(connection, 'SELECT 1 AS n').catch(() => null), { timeout: 15_000 })
      .toEqual([{ n: 1 }])
    expect(readPostmasterPid()).not.toBe(pid)
  })

  it.runIf(isSoak)("keeps its socket in a short folder if the data folder's path is too long", async () => {
    directory = path.join(temporary, 'x'.repeat(120), 'postgres')
    const { connection } = await start()
    expect(connection.host.length).toBeLessThan(90)
    expect(await query(connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
    rmSync(connection.host, { recursive: true, force: true })
  })

  describe.runIf(isRoot)('in a folder that its account cannot enter', () => {
    beforeEach(() => {
      const closed = path.join(temporary, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      directory = path.join(closed, 'postgres')
    })

    it.runIf(isSoak)('keeps everything in this folder, and is adopted after a kill', async () => {
      const first = await start()
      expect(first.connection.host).toBe(path.join(directory, 'run'))
      await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS n')
      await first.stop()
      expect(findPostmaster(path.join(directory, 'cluster'))).toBeNull()
      await startAndKill()
      const pid = readPostmasterPid()
      const { connection, isAdopted } = await start()
      expect(isAdopted).toBe(true)
      expect(readPostmasterPid()).toBe(pid)
      expect(await query(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
      expect(readdirSync(directory)).not.toContain('location')
      expect(warnings).toEqual([])
    })

    it.runIf(isSoak)('gets the database back that an earlier version created elsewhere', async () => {
      const first = await start()
      await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS n')
      await first.stop()
      const elsewhere = path.join(temporary, 'shared')
      mkdirSync(elsewhere)
      renameSync(path.join(directory, 'cluster'), path.join(elsewhere, 'cluster'))
      writeFileSync(path.join(directory, 'location'), `${elsewhere}\n`)
      const { connection } = await start()
      expect(await query(connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
      expect(readdirSync(directory)).not.toContain('location')
      expect(existsSync(elsewhere)).toBe(false)
      await running.pop()?.stop()
      writeFileSync(path.join(directory, 'location'), `${elsewhere}\n`)
      const afterInterruption = await start()
      expect(await query(afterInterruption.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
      expect(readdirSync(directory)).not.toContain('location')
    })

    it.runIf(isSoak)('says at every start where the database is while it cannot be brought back', async () => {
      const elsewhere = path.join(temporary, 'shared')
      const { stop } = await start({ directory: elsewhere })
      mkdirSync(path.join(directory, 'cluster'), { recursive: true })
      writeFileSync(path.join(directory, 'cluster', 'foreign'), '')
      writeFileSync(path.join(directory, 'location'), `${elsewhere}\n`)
      await stop()
      for (const time of [1, 2]) {
        const { connection } = await start()
        expect(connection.host).toBe(path.join(elsewhere, 'run'))
        expect(warnings.filter((text) => text.includes(`the database is in ${elsewhere}`))).toHaveLength(time)
        await running.pop()?.stop()
      }
    })
  })

  it.runIf(isSoak)('creates the library links in a copy that lacks them', () => {
    const shipped = findPostgresBinaries(temporary)
    const bare = path.join(temporary, 'bare')
    cpSync(shipped.native, bare, { recursive: true, filter: (file) => !/libicu\w+\.so(\.60)?$/.test(file) })
    expect(canRun({ ...shipped, native: bare }, null)).toBe(false)
    expect(canRun(copyBinaries({ ...shipped, native: bare }, path.join(temporary, 'home')), null)).toBe(true)
  })
})
