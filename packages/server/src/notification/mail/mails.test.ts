/**
 * Notification emails: when they are sent, what they contain, and how they are unsubscribed from. The tests move the
 * clock and never wait.
 */
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { buffer as read } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openMailBox } from '../../../test/notification-mails.ts'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildNotifiedCompany } from '../../../test/notified-company.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildMember } from '../../company/company.builder.ts'
import { createMailer } from '../../platform/mail/index.ts'
import { buildUser } from '../../user/user.builder.ts'
import { grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { collectDueMails } from './collect-due-mails.ts'
import { mailNotifications } from './mail-notifications.ts'
import { createUnsubscribeTokens } from './unsubscribe-token.ts'

const server = await startTestServer()
const { db } = server

/** Everything about the people of one test. */
async function arrange() {
  const notified = await buildNotifiedCompany(server)
  const reader = await notified.newViewer()
  const box = openMailBox(server)
  const token = await server.signIn(reader, notified.company)
  return {
    ...notified,
    reader,
    token,
    /** Emails to the reader that are sent by then. */
    mailsBy: async (minutes: number) => {
      const sent = await box.sendDue(notified.at(minutes))
      return sent.filter(({ to }) => to === reader.email)
    },
    choose: (body: object) => server.call('notification.saveSettings', { body }, token),
  }
}

describe('an email', () => {
  test('is held for a minute and contains little: who, where, and the beginning', async () => {
    const { article, owner, workspace, reader, writeComment, mailsBy } = await arrange()
    const commentId = await writeComment({
      article,
      author: owner,
      text: '<b>Mind</b> the "third" & fourth',
      mentions: [reader],
    })
    expect(await mailsBy(0.9)).toEqual([])
    const [mail, ...more] = await mailsBy(1.1)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Ines Okafor mentioned you in a comment on “Climbing a mast”')
    expect(mail?.text).toContain('“<b>Mind</b> the "third" & fourth”')
    expect(mail?.html).toContain('“&lt;b&gt;Mind&lt;/b&gt; the &quot;third&quot; &amp; fourth”')
    expect(mail?.text).toContain(
      `https://know.example.org/b/${workspace.shortId}/field-work/${article.shortId}/climbing-a-mast?showComment=${commentId}`,
    )
    expect(mail?.text).not.toContain('Restart the gateway')
    expect(await mailsBy(60)).toEqual([])
  })

  test('is not sent when the comment is deleted, the mention removed, or the notification read in the meantime', async () => {
    const { article, owner, reader, writeComment, notify, token, mailsBy } = await arrange()
    const deleted = await writeComment({ article, author: owner, mentions: [reader] })
    await db.transaction().execute((trx) => notify.withdrawComments(trx, [deleted]))
    expect(await mailsBy(2)).toEqual([])
    const changed = await writeComment({ article, author: owner, mentions: [reader], at: 20 })
    const change = { commentId: changed, articleId: article.id, authorId: owner.id, mentionedIds: [], plainText: 'Oh' }
    await db.transaction().execute((trx) => notify.notifyOfChangedComment(trx, change))
    expect(await mailsBy(22)).toEqual([])
    await writeComment({ article, author: owner, mentions: [reader], at: 40 })
    await server.call('notification.readAll', {}, token)
    expect(await mailsBy(42)).toEqual([])
    await writeComment({ article, author: owner, mentions: [reader], at: 42 })
    expect(await mailsBy(44)).toHaveLength(1)
  })

  test('links to the private link for a person who only sees the article by name', async () => {
    const { article, company, owner, writeComment, at } = await arrange()
    const recipient = await buildMember(db, company)
    const token = await server.signIn(owner, company)
    const entities = [{ type: 'user' as const, id: recipient.id }]
    await server.call('share.addEntities', { params: { id: article.id }, body: { entities } }, token)
    const { privateToken } = (await server.call('share.get', { params: { id: article.id } }, token)).ok.shared
    await writeComment({ article, author: owner, mentions: [recipient] })
    const mails = (await openMailBox(server).sendDue(at(1.1))).filter(({ to }) => to === recipient.email)
    const link = `https://know.example.org/browse/shared/${privateToken}/private`
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('2 updates on “Climbing a mast”')
    expect(mails[0]?.text).toContain(link)
    expect(mails[0]?.text).not.toContain('/b/')
    await server.call('notification.readAll', {}, await server.signIn(recipient, company))
    const later = await writeComment({ article, author: owner, mentions: [recipient], at: 30 })
    const [mail] = (await openMailBox(server).sendDue(at(32))).filter(({ to }) => to === recipient.email)
    expect(mail?.text).toContain(`${link}?showComment=${later}`)
  })

  test.runIf(isSoak)('is sent at most twice for fifty comments in ten minutes', async () => {
    const { article, owner, reader, writeComment, mailsBy } = await arrange()
    const mails = []
    for (let at = 0; at < 50; at++) {
      await writeComment({ article, author: owner, text: `Number ${at}`, thread: [reader], at: at / 5 })
      mails.push(...(await mailsBy(at / 5)))
    }
    for (let minute = 10; minute < 120; minute++) mails.push(...(await mailsBy(minute)))
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('Number 5')
    expect(mails[1]?.subject).toMatch(/^\d+ comments on “Climbing a mast”$/)
    expect(mails[1]?.text).toContain('Number 49')
    expect(mails[1]?.text).toMatch(/\d+ earlier, and:/)
    expect(mails[1]?.text.match(/Number/g)).toHaveLength(5)
  })

  test('about another article does not wait for it', async () => {
    const { article, owner, workspace, reader, writeComment, mailsBy } = await arrange()
    const other = await buildArticle(db, { workspace, author: owner, title: 'Another' })
    await writeComment({ article, author: owner, mentions: [reader] })
    await writeComment({ article: other, author: owner, mentions: [reader] })
    expect((await mailsBy(1.1)).map(({ subject }) => subject).toSorted()).toEqual([
      'Ines Okafor mentioned you in a comment on “Another”',
      'Ines Okafor mentioned you in a comment on “Climbing a mast”',
    ])
  })

  test('is sent once, however often and in however many processes the jobs run', async () => {
    const { article, owner, reader, writeComment, at } = await arrange()
    const box = openMailBox(server)
    await writeComment({ article, author: owner, mentions: [reader] })
    const services = { ...box.services, collectAgainAt: async () => undefined }
    await Promise.all([1, 2, 3].map(() => collectDueMails(services, at(2))))
    const made = await db.selectFrom('notification_mails').where('user_id', '=', reader.id).select('id').execute()
    expect(made).toHaveLength(1)
    const id = made[0]?.id ?? ''
    expect(await mailNotifications(box.services, id)).toBe('Items sent: 1')
    expect(await mailNotifications(box.services, id)).toBe('Already sent, or its article no longer exists')
    expect(box.mails.map((mail) => mail.id)).toEqual([id])
  })

  test('is not sent to a person who lost access while it was held, or while the mail server was unavailable', async () => {
    const { article, owner, workspace, reader, writeComment, at } = await arrange()
    const broken = openMailBox(server, { send: () => Promise.reject(new Error('Try again later')) })
    await writeComment({ article, author: owner, mentions: [reader] })
    await expect(broken.sendDue(at(2))).rejects.toThrow('Try again later')
    await db.deleteFrom('workspace_roles').where('user_id', '=', reader.id).execute()
    const box = openMailBox(server)
    expect(await box.sendDue(at(60))).toEqual([])
    await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
    await writeComment({ article, author: owner, mentions: [reader], at: 80 })
    await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', reader.id).execute()
    expect(await box.sendDue(at(90))).toEqual([])
  })
})

describe('email settings', () => {
  test('prevent unwanted emails, also when they change after the notification', async () => {
    const { article, owner, reader, writeComment, read: readNotifications, choose, mailsBy } = await arrange()
    expect((await choose({ mentions: 'never' })).ok.settings).toEqual({
      mentions: 'never',
      comments: 'instant',
      publishes: 'instant',
      shares: 'instant',
      timeZone: null,
    })
    await writeComment({ article, author: owner, mentions: [reader] })
    expect(await mailsBy(5)).toEqual([])
    expect((await readNotifications(reader)).count).toBe(1)
    await writeComment({ article, author: owner, thread: [reader], at: 20 })
    await choose({ comments: 'never' })
    expect(await mailsBy(25)).toEqual([])
    await choose({ mentions: 'instant' })
    await writeComment({ article, author: owner, mentions: [reader], at: 40 })
    expect(await mailsBy(42)).toHaveLength(1)
  })

  test('combine everything into one email a day, at eight in the morning local time', async () => {
    const { article, owner, workspace, reader, writeComment, choose, at, mailsBy } = await arrange()
    const other = await buildArticle(db, { workspace, author: owner, title: 'Another mast' })
    await choose({ mentions: 'daily', comments: 'daily', timeZone: 'Asia/Kolkata' })
    await writeComment({ article, author: owner, text: 'one', mentions: [reader] })
    await writeComment({ article: other, author: owner, text: 'two', thread: [reader] })
    // 8:00 in Kolkata is 2:30 UTC all year.
    const eight = new Date(at(0))
    eight.setUTCHours(2, 30, 0, 0)
    if (eight.getTime() <= at(0).getTime()) eight.setUTCDate(eight.getUTCDate() + 1)
    const dueIn = (eight.getTime() - at(0).getTime()) / 60_000
    expect(await mailsBy(dueIn - 0.1)).toEqual([])
    const [mail, ...more] = await mailsBy(dueIn + 0.1)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Updates on 2 articles')
    for (const words of ['Climbing a mast', 'Another mast', '“one”', '“two”']) expect(mail?.text).toContain(words)
    expect(await mailsBy(dueIn + 24 * 60)).toEqual([])
  })

  test('reject an unknown time zone and stay unchanged', async () => {
    const { choose, token } = await arrange()
    const refused = await choose({ timeZone: 'Mars/Olympus', mentions: 'never' })
    expect([refused.status, refused.error.code]).toEqual([422, 'unknown_time_zone'])
    expect((await server.call('notification.settings', {}, token)).ok.settings.mentions).toBe('instant')
  })
})

describe('unsubscribing by the link in an email', () => {
  const tokens = createUnsubscribeTokens(testSecret)
  const linksIn = (text: string | undefined) =>
    [...(text ?? '').matchAll(/https:\/\/know\.example\.org\/unsubscribe\/([\w-]+)/g)].map(([, token = '']) => token)

  test('stops emails about the article or all, without signing in, and keeps the notifications', async () => {
    const { article, owner, workspace, reader, writeComment, read: readNotifications, mailsBy } = await arrange()
    await writeComment({ article, author: owner, mentions: [reader] })
    const [ofArticle = '', ofAll = ''] = linksIn((await mailsBy(2))[0]?.text)
    const end = (token: string) => server.call('notification.unsubscribe', { body: { token } })
    expect((await end(ofArticle)).ok).toEqual({ what: 'article', title: 'Climbing a mast' })
    const other = await buildArticle(db, { workspace, author: owner, title: 'Another' })
    await writeComment({ article, author: owner, mentions: [reader], at: 20 })
    await writeComment({ article: other, author: owner, mentions: [reader], at: 20 })
    expect((await mailsBy(22)).map(({ subject }) => subject)).toEqual([
      'Ines Okafor mentioned you in a comment on “Another”',
    ])
    expect((await end(ofAll)).ok).toEqual({ what: 'all', title: null })
    await writeComment({ article: other, author: owner, mentions: [reader], at: 40 })
    expect(await mailsBy(42)).toEqual([])
    expect((await readNotifications(reader)).notifications).toHaveLength(4)
  })

  test('takes one click in email programs (RFC 8058), and a GET changes nothing', async () => {
    const { article, company, owner, reader, writeComment, mailsBy, token } = await arrange()
    await writeComment({ article, author: owner, mentions: [reader] })
    const [mail] = await mailsBy(2)
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const address = mail?.headers?.['List-Unsubscribe']?.match(
      /^<https:\/\/know\.example\.org(\/unsubscribe\/[\w-]+)>$/,
    )?.[1]
    const mentions = async () => (await server.call('notification.settings', {}, token)).ok.settings.mentions
    await fetch(`${server.url}${address}`)
    expect(await mentions()).toBe('instant')
    const answer = await fetch(`${server.url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect([answer.status, await mentions()]).toEqual([200, 'never'])
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await fetch(`${server.url}${address}`, { method: 'POST', body: form })).status).toBe(200)
    expect(company.id).toBe(article.companyId)
  })

  test('accepts no token that we did not issue, and shows no title to a person who lost access', async () => {
    const { article, company, reader } = await arrange()
    const of = { userId: reader.id, companyId: company.id, articleId: article.id }
    const good = tokens.make(of)
    const otherSecret = createUnsubscribeTokens('another secret for tests, 32 characters').make(of)
    const changed = `${good.startsWith('A') ? 'B' : 'A'}${good.slice(1)}`
    const shortened = Buffer.from(good, 'base64url').subarray(16).toString('base64url')
    for (const token of [otherSecret, changed, shortened, 'x', good.slice(0, -4), '%00'.repeat(20)]) {
      const refused = await server.call('notification.unsubscribe', { body: { token } })
      expect([refused.status, refused.error.code]).toEqual([422, 'link_not_valid'])
      const oneClick = await fetch(`${server.url}/unsubscribe/${encodeURIComponent(token)}`, { method: 'POST' })
      expect(oneClick.status).toBe(422)
    }
    await db.deleteFrom('workspace_roles').where('user_id', '=', reader.id).execute()
    const ended = await server.call('notification.unsubscribe', { body: { token: good } })
    expect(ended.ok).toEqual({ what: 'article', title: null })
  })
})

describe('with a real mail server', () => {
  async function startSmtp(options: SMTPServerOptions = {}) {
    const mails: Email[] = []
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData(stream, _, done) {
        const receive = async () => void mails.push(await PostalMime.parse(await read(stream)))
        callbackify(receive)(done)
      },
      ...options,
    })
    smtp.on('error', () => undefined)
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    onTestFinished(() => new Promise<void>((resolve) => smtp.close(() => resolve())))
    return { mails, port: (smtp.server.address() as AddressInfo).port }
  }
  const mailerTo = (port: number) =>
    createMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      outboxDirectory: '/nowhere',
      host: 'know.example.org',
      timeoutMs: 500,
    })

  test('an email arrives with its headers and text intact, whatever people are called', async () => {
    const { article, company, workspace, reader, writeComment, at } = await arrange()
    const author = await buildMember(db, company, {
      user: await buildUser(db, { firstName: 'Олена\r\nBcc: eve@example.org', lastName: '<i>O’Neil</i> 👋' }),
    })
    await grantWorkspaceRole(db, { workspace, user: author, role: 'viewer' })
    await db
      .updateTable('articles')
      .set({ title: 'Щогла & "вежа" 👋'.repeat(20) })
      .where('id', '=', article.id)
      .execute()
    await writeComment({ article, author, mentions: [reader], text: 'Ще раз?' })
    const { mails, port } = await startSmtp()
    await openMailBox(server, mailerTo(port)).sendDue(at(2))
    const mail = mails.find(({ to }) => to?.[0]?.address === reader.email)
    expect(mail?.bcc ?? []).toEqual([])
    expect(mail?.subject).toMatch(/^Олена\s+Bcc: eve@example.org <i>O’Neil<\/i> 👋 mentioned you.*…$/s)
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/know\.example\.org\/unsubscribe\/[\w-]+>$/)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.html).toContain('&lt;i&gt;O’Neil&lt;/i&gt;')
    expect(mail?.html).not.toContain('<i>')
  })

  const faults: Record<string, SMTPServerOptions | 'silent' | 'cut off'> = {
    'that is full for now (4xx)': {
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('Try again later'), { responseCode: 451 })),
    },
    'that takes the words and does not say so': { onData: (stream) => void stream.resume() },
    'that says nothing': 'silent',
    'that hangs up': 'cut off',
  }

  test.each(Object.entries(faults))('one %s loses no email: it is sent again later, once', async (_, fault) => {
    const { article, owner, reader, writeComment, at } = await arrange()
    await writeComment({ article, author: owner, mentions: [reader] })
    const port = await startFault(fault)
    await expect(openMailBox(server, mailerTo(port)).sendDue(at(2))).rejects.toThrow()
    const { mails, port: good } = await startSmtp()
    await openMailBox(server, mailerTo(good)).sendDue(at(10))
    await openMailBox(server, mailerTo(good)).sendDue(at(20))
    expect(mails.filter(({ to }) => to?.[0]?.address === reader.email)).toHaveLength(1)
  })

  async function startFault(fault: SMTPServerOptions | 'silent' | 'cut off'): Promise<number> {
    if (typeof fault !== 'string') return (await startSmtp(fault)).port
    const broken = createServer((socket) => {
      socket.on('error', () => undefined)
      if (fault === 'cut off') socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(broken, 'listening')
    onTestFinished(() => void broken.close())
    return (broken.address() as AddressInfo).port
  }

  test('a refused address (5xx) ends that email and no other', async () => {
    const { article, owner, newViewer, reader, writeComment, at } = await arrange()
    const other = await newViewer()
    const { mails, port } = await startSmtp({
      onRcptTo: ({ address }, _session, done) =>
        address === reader.email ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })) : done(),
    })
    await writeComment({ article, author: owner, mentions: [reader, other] })
    const box = openMailBox(server, mailerTo(port))
    await collectDueMails({ ...box.services, collectAgainAt: async () => undefined }, at(2))
    const made = await db
      .selectFrom('notification_mails')
      .where('user_id', 'in', [reader.id, other.id])
      .select('id')
      .execute()
    const results = await Promise.allSettled(made.map(({ id }) => mailNotifications(box.services, id)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { name: 'PermanentFailure' } })
    expect(mails.map(({ to }) => to?.[0]?.address)).toEqual([other.email])
  })
})

test('the collecting job is queued for the end of the minute, once for all comments until then', async () => {
  const { article, owner, reader, writeComment } = await arrange()
  for (let at = 0; at < 3; at++) await writeComment({ article, author: owner, mentions: [reader], at: at / 1000 })
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from start_after - created_on)::float as wait from pgboss.job
    where name = 'collect-notification-mails' and singleton_key like ${`${article.id}%`}
  `.execute(db)
  expect(rows.length).toBeLessThanOrEqual(2)
  for (const { wait } of rows) {
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThan(80)
  }
})
