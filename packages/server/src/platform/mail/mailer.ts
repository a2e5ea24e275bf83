/**
 * Sends email by SMTP or, without a server, writes it as .eml files that any email program opens. The mail library is
 * loaded with the first email.
 */
import path from 'node:path'
import { writeAtomically } from '../files/index.ts'
import { PermanentFailure } from '../jobs/job.ts'

export type Mail = {
  /** A uuid; an email that is sent twice keeps it, so that mailboxes and the outbox contain it once. */
  readonly id: string
  /** One address, without a name. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An email to send; gets an id if the caller needs none. */
export type NewMail = Omit<Mail, 'id' | 'headers'> & Partial<Pick<Mail, 'id'>>

export type Mailer = {
  /**
   * Throws PermanentFailure if the server permanently refuses this email, and any other error if it may succeed later.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

export type CheckableMailer = Mailer & {
  /** Connects and signs in without sending anything. Throws if the server refuses; does nothing without a server. */
  verify(): Promise<void>
}

export type MailerOptions = {
  /** `smtp(s)://user:password@host:port?from=address`; null for files. */
  readonly smtpUrl: string | null
  readonly outboxDirectory: string
  /** Host name of the installation, for the sender and message ids. */
  readonly host: string
  /** Maximum wait for a response of the server, in ms. */
  readonly timeoutMs?: number
  /** Called with the id of an email that the server permanently refuses. */
  readonly onRefused?: (mailId: string) => Promise<void>
}

export function createMailer(options: MailerOptions): CheckableMailer {
  const { smtpUrl, outboxDirectory, host } = options
  const server = smtpUrl === null ? null : readSmtpUrl(smtpUrl)
  const from = { name: 'Knowreel', address: server?.from ?? `no-reply@${host}` }
  const timeout = options.timeoutMs ?? 20_000

  function transportOf(settings: ReturnType<typeof readSmtpUrl>) {
    const { from: _, ...connection } = settings
    const timeouts = {
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      dnsTimeout: timeout,
    }
    return { ...connection, ...timeouts, name: host }
  }

  return {
    async verify() {
      if (server === null) return
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(transportOf(server))
      await transport.verify().finally(() => transport.close())
    },
    async send(mail, signal) {
      const { createTransport } = await import('nodemailer')
      const message = toMessage(mail, from, host)
      if (server === null) {
        const written = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail(
          message,
        )
        if (!Buffer.isBuffer(written.message)) throw new TypeError('The mail library gave no message')
        await writeAtomically(
          path.join(outboxDirectory, `${mail.id}.eml`),
          written.message,
          path.join(outboxDirectory, '.drafts'),
        )
        return
      }
      try {
        await createTransport(transportOf(server)).sendMail({ ...message, signal })
      } catch (error) {
        if (!isPermanentRefusal(error)) throw error
        await options.onRefused?.(mail.id)
        throw new PermanentFailure(error.message, { cause: error })
      }
    },
  }
}

function toMessage(mail: Mail, from: { name: string; address: string }, host: string) {
  if (!/^[0-9a-f-]{36}$/.test(mail.id)) throw new TypeError('A mail id must be a uuid')
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    // Tells vacation responders not to reply.
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Parsed here: the mail library would also read options such as `debug` from it, which logs the password. */
function readSmtpUrl(text: string) {
  const url = new URL(text)
  const user = decodeURIComponent(url.username)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    ...(url.searchParams.get('tls.rejectUnauthorized') === 'false' ? { tls: { rejectUnauthorized: false } } : {}),
    from: url.searchParams.get('from') ?? (user.includes('@') ? user : undefined),
  }
}

/** A 5xx about sender, recipient or content. The operator can correct a refused password, so that is retried. */
function isPermanentRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error) || !('permanent' in error)) return false
  return error.permanent === true && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}
