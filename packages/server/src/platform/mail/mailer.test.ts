import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer as read } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { jobServices } from '../../../test/job-services.ts'
import type { Tables } from '../database/db.ts'
import { openJobs, PermanentFailure } from '../jobs/index.ts'
import { listJobs } from '../jobs/job-list.fixture.ts'
import { createMailer, enqueueMail, renderMail, sendMail } from './index.ts'

const directory = mkdtempSync(path.join(os.tmpdir(), 'knowreel-mail-'))
const endings: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
afterEach(async () => {
  for (const end of endings.splice(1)) await end()
})

const subject = 'Вітаємо у Knowreel 👋'
const layout = renderMail({
  title: 'Вітаємо 👋',
  paragraphs: ['Olena & <b>Ivan</b> чекають'],
  action: { label: 'Open "it"', url: 'https://docs.example.org/reset?token=a&b=%22' },
})
const letter = () => ({ id: randomUUID(), to: 'olena@example.org', subject, ...layout })

/** A real SMTP server on a free port; collects the emails it receives. */
async function startServer(options: SMTPServerOptions = {}) {
  const mails: Email[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'bot@example.org' && password === 'p@ss:word'
        ? done(null, { user: username })
        : done(new Error('no')),
    onData(stream, _, done) {
      const receive = async () => void mails.push(await PostalMime.parse(await read(stream)))
      callbackify(receive)(done)
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  endings.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, address: `127.0.0.1:${port}` }
}

const mailerTo = (smtpUrl: string | null, timeoutMs = 3000) =>
  createMailer({ smtpUrl, outboxDirectory: path.join(directory, 'outbox'), host: 'docs.example.org', timeoutMs })

describe('by SMTP', () => {
  test('an email arrives complete, with its Cyrillic and emoji subject, both bodies and its id', async () => {
    const { mails, address } = await startServer()
    const mail = letter()
    await mailerTo(`smtp://${address}`).send(mail)
    const [got] = mails
    expect(got).toMatchObject({
      subject,
      from: { name: 'Knowreel', address: 'no-reply@docs.example.org' },
      to: [{ address: 'olena@example.org' }],
      messageId: `<${mail.id}@docs.example.org>`,
    })
    expect(got?.html).toContain('Olena &amp; &lt;b&gt;Ivan&lt;/b&gt; чекають')
    expect(got?.html).toContain('href="https://docs.example.org/reset?token=a&amp;b=%22"')
    expect(got?.text).toContain('Open "it": https://docs.example.org/reset?token=a&b=%22')
    expect(got?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  test('the account in the URL is used, and is the sender unless the URL names one', async () => {
    const { mails, address } = await startServer({ authOptional: false })
    const account = 'bot%40example.org:p%40ss%3Aword'
    await mailerTo(`smtp://${account}@${address}`).send(letter())
    await mailerTo(`smtp://${account}@${address}?from=team@example.org`).send(letter())
    expect(mails.map((mail) => mail.from?.address)).toEqual(['bot@example.org', 'team@example.org'])
  })

  test('no field can inject an additional recipient', async () => {
    const { mails, address } = await startServer()
    await mailerTo(`smtp://${address}`).send({ ...letter(), subject: 'Hi\r\nBcc: eve@example.org' })
    expect(mails[0]?.bcc ?? []).toEqual([])
    expect(mails[0]?.subject).toMatch(/^Hi\s+Bcc: eve@example.org$/)
  })

  test('a server that does not respond is abandoned after the timeout, and the email may be retried', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    endings.push(() => silent.close())
    const sending = mailerTo(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, 300).send(letter())
    const error = await sending.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'ETIMEDOUT' })
    expect(error).not.toBeInstanceOf(PermanentFailure)
  })

  test('sending can be aborted', async () => {
    const { address } = await startServer({ onMailFrom: () => undefined })
    const sending = mailerTo(`smtp://${address}`, 10_000).send(letter(), AbortSignal.timeout(300))
    await expect(sending).rejects.toMatchObject({ code: 'EABORT' })
  })

  test('a refused password is not the fault of the email and is reported without the password', async () => {
    const { address } = await startServer({ authOptional: false })
    const written: string[] = []
    for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      const spy = vi.spyOn(console, method).mockImplementation((...parts) => void written.push(parts.join(' ')))
      endings.push(() => spy.mockRestore())
    }
    const url = `smtp://bot%40example.org:hunter2@${address}?debug=true&logger=true&transactionLog=true`
    const error = await mailerTo(url)
      .send(letter())
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'EAUTH' })
    expect(error).not.toBeInstanceOf(PermanentFailure)
    const output = `${written.join('\n')} ${String(error)} ${(error as Error).stack} ${JSON.stringify(error)}`
    const secrets = ['hunter2', btoa('hunter2'), btoa('\0bot@example.org\0hunter2')]
    for (const secret of secrets) expect(output).not.toContain(secret)
  })
})

describe('without a server', () => {
  test('an email is a file that contains it completely, once however often it is sent', async () => {
    const mailer = mailerTo(null)
    const mail = letter()
    await Promise.all([mailer.send(mail), mailer.send(mail)])
    await mailer.send(letter())
    const outbox = path.join(directory, 'outbox')
    const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    expect(names).toHaveLength(2)
    const file = path.join(outbox, `${mail.id}.eml`)
    expect(await PostalMime.parse(readFileSync(file))).toMatchObject({
      subject,
      html: expect.stringContaining('чекають'),
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('an id that is a path is refused', async () => {
    await expect(mailerTo(null).send({ ...letter(), id: '../../etc/passwd' })).rejects.toThrow('must be a uuid')
  })
})

describe('the job', async () => {
  const { db, connection } = await createTestDatabase<Tables>()
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const eager = { ...sendMail, backoff: { firstSeconds: 1, maxSeconds: 1 } }

  async function work(smtpUrl: string) {
    // Retry delays are settings of the queue, so a job with shorter ones can be registered under the same name.
    const jobs = await openJobs({ connection, jobs: [sendMail], log, isWorker: false })
    const worker = await openJobs({ connection, jobs: [eager], log, isWorker: true })
    endings.push(
      () => jobs.stop(),
      () => worker.stop(),
    )
    await worker.startWorker(jobServices(db, { mail: mailerTo(smtpUrl) }))
    await db.transaction().execute((trx) => enqueueMail(trx, jobs, { to: 'olena@example.org', subject, ...layout }))
    return async () => (await listJobs(db, [sendMail]))[0]
  }

  test('sends an email that the server could not accept the first time, once', async () => {
    let tries = 0
    const { mails, address } = await startServer({
      onRcptTo(_address, _session, done) {
        tries += 1
        if (tries > 1) return done()
        done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      },
    })
    const find = await work(`smtp://${address}`)
    await vi.waitFor(async () => expect(await find()).toMatchObject({ status: 'done', attempts: 2 }), { timeout: 8000 })
    expect(mails).toHaveLength(1)
    expect(await find()).toMatchObject({
      data: { to: 'olena@example.org', subject, text: '[hidden]', html: '[hidden]' },
      log: expect.stringContaining('Try again later'),
    })
  })

  test('waits for a server that is unavailable', async () => {
    const find = await work('smtp://127.0.0.1:1')
    await vi.waitFor(async () => expect(await find()).toMatchObject({ status: 'new', attempts: 1 }), { timeout: 8000 })
    expect((await find())?.error).toContain('ECONNREFUSED')
  })

  test('does not retry a refused address', async () => {
    const { address } = await startServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    })
    const find = await work(`smtp://${address}`)
    await vi.waitFor(async () => expect(await find()).toMatchObject({ status: 'failed', attempts: 1 }), {
      timeout: 8000,
    })
    expect((await find())?.error).toContain('No such mailbox')
  })
})

test('an email cannot link to a script', () => {
  const action = { label: 'Go', url: 'javascript:alert(1)' }
  expect(() => renderMail({ title: 'a', paragraphs: [], action })).toThrow('cannot link')
})
