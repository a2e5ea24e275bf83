import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import type { MeetingMailSettings } from '../../platform/config/meeting-settings.ts'
import { buildUser } from '../../user/user.builder.ts'
import { refreshInvitations } from './save-invitation.ts'

const domain = 'meetings.example.org'
const secret = 'a secret of the webhook for tests only'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Every domain has the key, and none says from which servers it sends. */
async function resolver(name: string, type: string): Promise<string[][]> {
  if (type === 'TXT' && name.startsWith('key._domainkey.')) return [[`v=DKIM1; k=rsa; p=${publicKey}`]]
  throw Object.assign(new Error(`${type} ${name}`), { code: 'ENOTFOUND' })
}

const mail: MeetingMailSettings = { domain, port: 0, webhookSecret: secret, isSenderChecked: true }
const server = await startTestServer({ config: { meetings: { jitsiHosts: [], mail } }, resolver })
const { db } = server

const hourMs = 3_600_000
/** A full hour, so that seconds are not lost in calendars. */
const base = Math.ceil(Date.now() / hourMs) * hourMs
const at = (hours: number) => new Date(base + hours * hourMs)
const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '')

type Invitation = { method?: string; sequence?: number; start?: Date; lines?: string[] }
const invitation = ({ method = 'REQUEST', sequence = 0, start = at(2), lines = [] }: Invitation = {}) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:review@example.org',
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${stamp(new Date(base + sequence * 1000))}`,
    `DTSTART:${stamp(start)}`,
    'SUMMARY:Review',
    'LOCATION:https://meet.google.com/kzu-wbfr-qhn',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

type Letter = { from: string; to?: string; text?: string; isSigned?: boolean; signer?: string; header?: string }

let ines: { id: string; email: string }
let token: string
let address: string

/** As a calendar program writes it. */
const compose = ({ from, to = address, text = invitation(), isSigned = true, signer, header }: Letter) => ({
  from: header ?? from,
  to,
  subject: 'Invitation: Review',
  text: 'You are invited',
  icalEvent: { method: /METHOD:(\w+)/.exec(text)?.[1] ?? 'REQUEST', content: text },
  ...(isSigned && {
    dkim: { domainName: signer ?? from.slice(from.indexOf('@') + 1), keySelector: 'key', privateKey },
  }),
  envelope: { from, to },
})

/** The listener's reply code; 250 if it accepted the message. */
async function send(letter: Letter): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port: server.mailPort ?? 0, ignoreTLS: true })
  return transport.sendMail(compose(letter)).then(
    () => 250,
    (error: Error & { responseCode?: number }) => error.responseCode ?? 0,
  )
}

const meetings = async () =>
  (await server.call('meeting.list', { query: { page: 1 } }, token)).ok.meetings.map(({ title, startAt, status }) => ({
    title,
    startAt,
    status,
  }))

beforeEach(async () => {
  const company = await buildCompany(db)
  ines = await buildMember(db, company)
  token = await server.signIn(ines, company)
  address = (await server.call('calendar.get', {}, token)).ok.botAddress ?? ''
})

describe('an invitation to the bot', () => {
  test('is sent to an address that stays the same, and is the meeting of its sender', async () => {
    expect(address).toMatch(/^[a-z\d-]+-[a-z\d]{16}@meetings\.example\.org$/)
    expect((await server.call('calendar.get', {}, token)).ok.botAddress).toBe(address)
    expect(await send({ from: ines.email })).toBe(250)
    expect(await meetings()).toEqual([{ title: 'Review', startAt: at(2).toISOString(), status: 'upcoming' }])
  })

  test('moves and cancels the meeting; an older version changes nothing', async () => {
    await send({ from: ines.email })
    await send({ from: ines.email, text: invitation({ sequence: 2, start: at(5) }) })
    await send({ from: ines.email, text: invitation({ sequence: 1, start: at(9) }) })
    expect(await meetings()).toMatchObject([{ startAt: at(5).toISOString() }])
    expect(await send({ from: ines.email, text: invitation({ method: 'CANCEL', sequence: 3 }) })).toBe(250)
    expect(await meetings()).toEqual([])
    await send({ from: ines.email, text: invitation({ sequence: 2, start: at(5) }) })
    expect(await meetings()).toEqual([])
  })

  test('is refused unless a member sends it, from their own address', async () => {
    const stranger = await buildUser(db)
    expect(await send({ from: stranger.email })).toBe(550)
    expect(await send({ from: ines.email, isSigned: false })).toBe(550)
    expect(await send({ from: ines.email, signer: 'attacker.test' })).toBe(550)
    expect(await send({ from: 'me@attacker.test', header: ines.email, signer: 'attacker.test' })).toBe(550)
    const two = `${ines.email}, me@attacker.test`
    expect(await send({ from: 'me@attacker.test', header: two, signer: 'attacker.test' })).toBe(550)
    expect(await meetings()).toEqual([])
  })

  test('is refused for other addresses, and without a meeting', async () => {
    const [local] = address.split('@')
    for (const to of [`info@${domain}`, `acme-${'a'.repeat(16)}@${domain}`, `${local}@other.example.org`])
      expect(await send({ from: ines.email, to })).toBe(550)
    const text = invitation().replace(/^LOCATION.*\r\n/m, '')
    expect(await send({ from: ines.email, text })).toBe(550)
    expect(await send({ from: ines.email, text: invitation({ method: 'REPLY' }) })).toBe(550)
    expect(await meetings()).toEqual([])
  })

  test('of a series and of a distant event becomes a meeting when its time approaches', async () => {
    const start = at(24 * 60)
    await send({ from: ines.email, text: invitation({ start, lines: ['RRULE:FREQ=WEEKLY;COUNT=2'] }) })
    expect(await meetings()).toEqual([])
    await refreshInvitations(db, [], new Date(start.getTime() - 10 * 24 * hourMs))
    await db
      .updateTable('calendar_events')
      .set({ updated_at: at(-48) })
      .where('user_id', '=', ines.id)
      .execute()
    await refreshInvitations(db, [], new Date(start.getTime() - 10 * 24 * hourMs))
    expect(await meetings()).toMatchObject([{ startAt: start.toISOString() }])
    await refreshInvitations(db, [], new Date(start.getTime() + 30 * 24 * hourMs))
    const events = await db.selectFrom('calendar_events').where('user_id', '=', ines.id).select('id').execute()
    expect(events).toEqual([])
  })
})

test('a distant invitation stays, and one that cannot be read now is read again a day later', async () => {
  const start = at(24 * 500)
  await send({ from: ines.email, text: invitation({ start }) })
  const age = (source?: string) =>
    db
      .updateTable('calendar_events')
      .set({ updated_at: at(-48), ...(source !== undefined && { source }) })
      .where('user_id', '=', ines.id)
      .execute()
  const events = () => db.selectFrom('calendar_events').where('user_id', '=', ines.id).select('updated_at').execute()
  await age()
  await refreshInvitations(db, [])
  expect(await events()).toHaveLength(1)
  await age('no calendar')
  await refreshInvitations(db, [])
  expect((await events()).map(({ updated_at: readAt }) => readAt > at(-24))).toEqual([true])
})

describe('the webhook', () => {
  async function post(letter: Letter, { change = (text: string) => text, key = secret, ageMs = 0 } = {}) {
    const composed = await createTransport({ streamTransport: true, buffer: true }).sendMail(compose(letter))
    const body = (composed.message as Buffer).toString()
    const ts = Math.floor((Date.now() - ageMs) / 1000)
    const h1 = createHmac('sha256', key).update(`${ts}:${body}`).digest('hex')
    const response = await fetch(`${server.url}/api/meetings/mail`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822', 'x-knowreel-signature': `ts=${ts};h1=${h1}` },
      body: change(body),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }

  test('accepts signed messages for any bot address among the recipients', async () => {
    const to = `jonas@example.org, ${address}`
    expect(await post({ from: ines.email, to })).toEqual({ status: 200, body: { refusal: null } })
    expect(await meetings()).toHaveLength(1)
    expect(await post({ from: ines.email, isSigned: false })).toMatchObject({ body: { refusal: 'not_a_member' } })
    expect(await post({ from: ines.email, to: 'jonas@example.org' })).toMatchObject({
      body: { refusal: 'unknown_address' },
    })
  })

  test('refuses a message with another secret, of another time, or changed', async () => {
    const from = ines.email
    expect((await post({ from }, { key: 'another secret' })).status).toBe(403)
    expect((await post({ from }, { ageMs: 600_000 })).status).toBe(403)
    expect((await post({ from }, { change: (text) => `${text} ` })).status).toBe(403)
    expect(await meetings()).toEqual([])
  })
})

describe('without settings for email', async () => {
  const plain = await startTestServer()
  test('there is neither an address nor a listener nor a webhook', async () => {
    const company = await buildCompany(plain.db)
    const session = await plain.signIn(company.owner, company)
    expect((await plain.call('calendar.get', {}, session)).ok.botAddress).toBeNull()
    expect(plain.mailPort).toBeNull()
    const post = async (path: string) => (await fetch(`${plain.url}/api${path}`, { method: 'POST' })).status
    expect(await post('/meetings/mail')).toBe(await post('/meetings/no-such-call'))
  })
})
