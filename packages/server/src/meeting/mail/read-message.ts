import PostalMime, { type Address, type Attachment } from 'postal-mime'
import { readInvitation, type Invitation } from './merge-invitation.ts'

export type MailedInvitation = {
  /** As the message says, which anyone can write. */
  readonly senders: readonly string[]
  /** Everyone who received or is invited, in lower case. */
  readonly recipients: readonly string[]
  readonly invitation: Invitation
}

const maxRecipients = 1000
const deliveryHeaders = new Set(['delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to'])

/** Null without an invitation. */
export async function readMessage(message: Uint8Array): Promise<MailedInvitation | null> {
  const mail = await PostalMime.parse(message, { attachmentEncoding: 'arraybuffer' })
  const texts = mail.attachments.filter(isCalendar).map(textOf)
  const invitation = texts.map(readInvitation).find((found) => found !== null)
  if (!invitation) return null
  const delivered = mail.headers.flatMap(({ key, value }) => (deliveryHeaders.has(key) ? [value] : []))
  const named = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(addressesOf)
  const invited = [...invitation.text.replaceAll(/\r?\n[ \t]/g, '').matchAll(/mailto:([^\s;:,"]+@[^\s;:,"]+)/gi)]
  const recipients = [...delivered, ...named, ...invited.map(([, address = '']) => address)]
  return {
    senders: mail.from === undefined ? [] : addressesOf(mail.from),
    recipients: [...new Set(recipients.map((address) => address.replace(/^<|>$/g, '').toLowerCase()))].slice(
      0,
      maxRecipients,
    ),
    invitation,
  }
}

/** Programs send an invitation as an alternative of the text, as a file, or both. */
const isCalendar = ({ mimeType, filename }: Attachment): boolean =>
  mimeType.toLowerCase() === 'text/calendar' ||
  mimeType.toLowerCase() === 'application/ics' ||
  /\.ics$/i.test(filename ?? '')

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

const addressesOf = (address: Address): string[] =>
  (address.group ?? [address]).flatMap(({ address: email }) => (email ? [email.toLowerCase()] : []))
