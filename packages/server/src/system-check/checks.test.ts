/** Each check against a real counterpart on loopback: one that works, and one that fails as they do in practice. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startModelServer } from '../../test/servers/model-server.ts'
import { startTestServer } from '../../test/server.ts'
import { createModelCheck } from '../ai/index.ts'
import { noAiModels } from '../platform/config/ai-models.ts'
import { openStorages } from '../platform/files/storages.fixture.ts'
import { createMailer } from '../platform/mail/index.ts'
import { openMedia } from '../platform/media/index.ts'
import type { CheckDeclaration } from './check.ts'
import { clockCheck, databaseCheck } from './checks/database-checks.ts'
import { liveConnectionsCheck, publicAddressCheck } from './checks/network-checks.ts'
import { aiCheck, chromiumCheck, emailCheck, videoToolsCheck } from './checks/service-checks.ts'
import { diskCheck, filesCheck } from './checks/storage-checks.ts'
import { createRedactor } from './redact.ts'
import { runChecks } from './run-checks.ts'

const server = await startTestServer()
const directory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-system-check-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function run(check: CheckDeclaration) {
  const [result] = await runChecks([check], { redact: (text) => text })
  if (result === undefined) throw new Error('no result')
  return result
}

async function listen(listener: RequestListener): Promise<string> {
  const http = createServer(listener).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

test('the database is named with its version, and with migrations that are pending or too new', async () => {
  const checkWith = (pending: string[], unknown: string[] = []) =>
    run(databaseCheck({ db: server.db, isEmbedded: true, migrations: async () => ({ pending, unknown }) }))
  expect(await checkWith([])).toMatchObject({
    state: 'ok',
    result: expect.stringMatching(/^PostgreSQL \d+(\.\d+)?, schema up to date, [\d.]+ ms per statement$/),
    advice: null,
  })
  expect(await checkWith(['20261201T1000_new.sql'])).toMatchObject({
    state: 'warning',
    advice: expect.stringMatching(/applies them/),
  })
  expect(await checkWith([], ['20991201T1000_future.sql'])).toMatchObject({
    state: 'failure',
    result: expect.stringMatching(/20991201T1000_future\.sql/),
  })
})

test('a clock that differs from the database’s is a warning, from 30 seconds on a failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const checkAhead = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms)
    return (await run(clockCheck(server.db))).state
  }
  expect([await checkAhead(0), await checkAhead(10_000), await checkAhead(60_000)]).toEqual([
    'ok',
    'warning',
    'failure',
  ])
})

test('files are written, read and deleted in a folder and on S3, and leave nothing behind', async () => {
  for (const { files, name } of await openStorages()) {
    const check = filesCheck({ files: async () => files, isS3: name === 'S3' })
    expect(await run(check)).toMatchObject({
      state: 'ok',
      result: expect.stringMatching(name === 'S3' ? /bucket/ : /DATA_DIR/),
    })
    for await (const left of files.list('system-check')) expect.unreachable(left.key)
  }
})

test('storage that fails or returns other content is a failure that says what to change', async () => {
  const [{ files }] = await openStorages()
  const broken = { ...files, put: () => Promise.reject(new Error('EROFS: read-only file system')) }
  expect(await run(filesCheck({ files: async () => broken, isS3: false }))).toMatchObject({
    state: 'failure',
    result: 'EROFS: read-only file system',
    advice: expect.stringMatching(/owns DATA_DIR/),
  })
  const other = { ...files, read: async () => new Blob(['other']).stream() as never }
  expect(await run(filesCheck({ files: async () => other, isS3: true }))).toMatchObject({
    state: 'failure',
    result: expect.stringMatching(/other content/),
    advice: expect.stringMatching(/S3_BUCKET/),
  })
})

test('email is checked with its password, without sending, and a refused password is not shown', async () => {
  const onData = vi.fn()
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _, done) => (password === 'right' ? done(null, { user: 'me' }) : done(new Error('no'))),
    onData,
  })
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
  const { port } = smtp.server.address() as AddressInfo
  const checkUrl = (smtpUrl: string | null) =>
    run(
      emailCheck({ smtpUrl, mail: createMailer({ smtpUrl, outboxDirectory: directory, host: 'x', timeoutMs: 2000 }) }),
    )
  expect(await checkUrl(`smtp://me:right@127.0.0.1:${port}`)).toMatchObject({
    state: 'ok',
    result: expect.stringMatching(/password/),
  })
  const refused = await checkUrl(`smtp://me:hunter22@127.0.0.1:${port}`)
  expect(refused).toMatchObject({ state: 'failure', advice: expect.stringMatching(/SMTP_URL/) })
  expect(JSON.stringify(refused)).not.toContain('hunter22')
  expect(await checkUrl('smtp://127.0.0.1:1')).toMatchObject({
    state: 'failure',
    result: expect.stringMatching(/ECONNREFUSED/),
  })
  expect(await checkUrl(null)).toMatchObject({
    state: 'off',
    lines: [{ text: expect.stringMatching(/^SMTP_URL=/) }],
    milliseconds: null,
  })
  expect(onData).not.toHaveBeenCalled()
})

test('the public address must lead to Knowreel and pass WebSockets', async () => {
  const address = { url: server.url, isServed: true }
  expect(await run(publicAddressCheck(address))).toMatchObject({ state: 'ok' })
  expect(await run(liveConnectionsCheck(address))).toMatchObject({ state: 'ok' })
  const welcome = { url: await listen((_, response) => response.end('Welcome to nginx!')), isServed: true }
  expect(await run(publicAddressCheck(welcome))).toMatchObject({
    state: 'failure',
    result: expect.stringMatching(/something else/),
  })
})

test('a proxy that drops WebSockets fails with the lines that nginx, Caddy and Traefik need', async () => {
  const proxy = await listen((incoming, response) => {
    const { connection: _, upgrade: __, ...headers } = incoming.headers
    const onward = httpRequest(`${server.url}${incoming.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502)
      answer.pipe(response)
    })
    incoming.pipe(onward)
  })
  expect(await run(publicAddressCheck({ url: proxy, isServed: true }))).toMatchObject({ state: 'ok' })
  const failed = await run(liveConnectionsCheck({ url: proxy, isServed: true }))
  expect(failed).toMatchObject({
    state: 'failure',
    result: expect.stringMatching(/answers a WebSocket with status \d+/),
    advice: expect.stringMatching(/\/collaboration/),
  })
  expect(failed.lines.map(({ label }) => label)).toEqual(['nginx', 'Caddy', 'Traefik'])
  expect(failed.lines[0]?.text).toContain('proxy_set_header Upgrade $http_upgrade;')
})

test('without PUBLIC_URL, or while nothing runs, the address is not checked', async () => {
  for (const check of [publicAddressCheck, liveConnectionsCheck]) {
    expect(await run(check({ url: null, isServed: true }))).toMatchObject({
      state: 'off',
      result: expect.stringMatching(/PUBLIC_URL/),
    })
    expect(await run(check({ url: server.url, isServed: false }))).toMatchObject({
      state: 'off',
      result: expect.stringMatching(/run/),
    })
  }
})

test('the programs for recordings and meetings are started', async () => {
  expect(await run(videoToolsCheck(openMedia({})))).toMatchObject({
    state: expect.stringMatching(/ok|warning/),
    result: expect.stringMatching(/^ffmpeg \S+ with H\.264/),
  })
  expect(await run(videoToolsCheck(openMedia({ ffmpegPath: '/nowhere/ffmpeg' })))).toMatchObject({
    state: 'failure',
    advice: expect.stringMatching(/FFMPEG_PATH/),
  })
  expect(await run(videoToolsCheck(null))).toMatchObject({ state: 'off' })
  const browser = path.join(directory, 'chromium')
  writeFileSync(browser, '#!/bin/sh\necho Chromium 150.0.1\n')
  chmodSync(browser, 0o755)
  expect(await run(chromiumCheck(browser))).toMatchObject({ state: 'ok', result: 'Chromium 150.0.1' })
  expect(await run(chromiumCheck('/nowhere/chromium'))).toMatchObject({
    state: 'failure',
    advice: expect.stringMatching(/CHROMIUM_PATH/),
  })
  expect(await run(chromiumCheck(null))).toMatchObject({ state: 'off' })
})

test('free disk space is measured', async () => {
  expect((await run(diskCheck(directory))).result).toMatch(/^[\d.]+ GB of [\d.]+ GB free in DATA_DIR$/)
  expect(await run(diskCheck('/nowhere'))).toMatchObject({ state: 'failure', advice: expect.stringMatching(/mounted/) })
})

test('requests one word from the model, and does not show a refused key', async () => {
  const model = await startModelServer()
  onTestFinished(() => model.close())
  const ask = createModelCheck({
    ...noAiModels,
    text: { baseUrl: model.url, apiKey: 'sk-hidden', model: 'writer' },
  })
  const check = aiCheck(ask && { model: 'writer', ask })
  expect(await run(check)).toMatchObject({ state: 'ok', result: 'writer answered' })
  model.faults.push({ kind: 'status', status: 401, body: 'bad key sk-hidden' })
  const refused = await run(check)
  expect(refused).toMatchObject({
    state: 'failure',
    result: 'The AI model refused the API key',
    advice: expect.stringMatching(/AI_API_KEY/),
  })
  expect(JSON.stringify(refused)).not.toContain('sk-hidden')
  expect(createModelCheck(noAiModels)).toBeNull()
  expect(await run(aiCheck(null))).toMatchObject({ state: 'off' })
})

test('a check that hangs fails within its time, and delays no other', async () => {
  const aborted = vi.fn()
  const hanging: CheckDeclaration = {
    name: 'hanging',
    title: 'Hanging',
    timeoutMs: 50,
    advice: 'Wait less.',
    run: (signal) => {
      signal.addEventListener('abort', aborted)
      return new Promise(() => undefined)
    },
  }
  const [hung, quick] = await runChecks([hanging, diskCheck(directory)], { redact: (text) => text })
  expect(hung).toMatchObject({ state: 'failure', result: 'No answer within 0.05 s', advice: 'Wait less.' })
  expect(quick?.milliseconds).toBeLessThan(1000)
  expect(aborted).toHaveBeenCalledTimes(1)
})

test('secrets of the configuration are replaced in every result', async () => {
  const redact = createRedactor({
    secret: 'the secret of the installation!!',
    smtpUrl: 'smtp://me:p%40ss@mail',
    databaseUrl: 'postgres://me:dbpass@db/x',
  })
  const check: CheckDeclaration = {
    name: 'leaking',
    title: 'Leaking',
    advice: 'Change it.',
    run: () => Promise.reject(new Error('p@ss p%40ss dbpass the secret of the installation!!')),
  }
  const [result] = await runChecks([check], { redact })
  expect(result?.result).toBe('••• ••• ••• •••')
})
