/** An SMTP server for invitations only: it relays nothing, keeps nothing, and has no accounts. */
import { callbackify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { tokenOf } from './bot-address.ts'
import { findCompanyOfToken } from './mail.queries.ts'
import { maxMessageBytes, receiveInvitation, type MailRefusal, type MailServices } from './receive-invitation.ts'

const answers: Readonly<Record<MailRefusal, string>> = {
  no_invitation: 'This address receives invitations to meetings with a link only',
  unknown_address: 'No such address',
  not_a_member: 'Only members of the company can invite the bot, from their own address',
}

const maxRecipients = 20

class Refusal extends Error {
  readonly responseCode: number
  constructor(message: string, responseCode = 550) {
    super(message)
    this.responseCode = responseCode
  }
}

export type MailListener = { readonly port: number; close(): Promise<void> }

export async function startMailListener(
  services: MailServices,
  { port, host, log }: { readonly port: number; readonly host: string; readonly log: FastifyBaseLogger },
): Promise<MailListener> {
  const server = new SMTPServer({
    name: services.domain,
    banner: 'Meetings',
    // A mail server in front of it has the certificate.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    maxClients: 20,
    socketTimeout: 60_000,
    closeTimeout: 5000,
    onRcptTo: ({ address }, session, callback) => {
      const check = async () => {
        const token = tokenOf(address, services.domain)
        const isKnown = token !== null && (await findCompanyOfToken(services.db, [token])) !== null
        if (!isKnown) throw new Refusal(answers.unknown_address)
        if (session.envelope.rcptTo.length >= maxRecipients) throw new Refusal('Too many recipients', 452)
      }
      answer(check, callback)
    },
    onData: (stream, { envelope, remoteAddress, hostNameAppearsAs }, callback) => {
      const receive = async () => {
        const parts: Buffer[] = []
        let bytes = 0
        for await (const part of stream as AsyncIterable<Buffer>) {
          bytes += part.length
          if (bytes <= maxMessageBytes) parts.push(part)
        }
        if (stream.sizeExceeded) throw new Refusal('The message is too large', 552)
        const refusal = await receiveInvitation(services, {
          message: Buffer.concat(parts),
          recipients: envelope.rcptTo.map(({ address }) => address),
          envelope: {
            ip: remoteAddress,
            helo: hostNameAppearsAs,
            sender: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          },
        })
        if (refusal !== null) throw new Refusal(answers[refusal])
      }
      answer(receive, callback)
    },
  })
  /** Refusals are permanent; other failures are temporary (4xx). */
  function answer(work: () => Promise<void>, callback: (error?: Error | null) => void): void {
    const workOrRefuse = () =>
      work().catch((error: unknown) => {
        if (error instanceof Refusal) throw error
        log.error({ err: error }, 'An invitation could not be received')
        throw new Refusal('Try again later', 451)
      })
    callbackify(workOrRefuse)(callback)
  }
  // Clients that break off are none of our errors.
  server.on('error', (error) => log.debug({ err: error }, 'A connection of the mail listener failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
