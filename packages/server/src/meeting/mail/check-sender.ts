/**
 * Whether a message comes from the domain that it names. The From header alone proves nothing, and the address of the bot
 * is known to everyone who was invited together with it.
 */
import { authenticate, type DNSResolver } from 'mailauth'

/** How the server that delivered the message introduced itself; null if a mail provider passed it on. */
export type Envelope = { readonly ip: string; readonly helo: string; readonly sender: string }

/** The address of the sender; null unless a signature or the delivering server proves its domain. */
export async function findProvenSender(
  message: Buffer,
  envelope: Envelope | null,
  resolver?: DNSResolver,
): Promise<string | null> {
  const { dkim, dmarc } = await authenticate(message, {
    ...envelope,
    trustReceived: false,
    disableArc: true,
    disableBimi: true,
    ...(resolver && { resolver }),
  })
  const [sender, ...others] = dkim.headerFrom
  if (sender === undefined || others.length > 0 || dmarc === false) return null
  // Without a policy of the domain, its own signature is what counts. One of a part of the text is none.
  const isSigned = dkim.results.some(
    ({ status: { result, aligned, underSized } }) => result === 'pass' && aligned && !underSized,
  )
  const isDelivered = dmarc.status.result === 'pass' && Boolean(dmarc.alignment.spf.result)
  return isSigned || isDelivered ? sender.toLowerCase() : null
}
