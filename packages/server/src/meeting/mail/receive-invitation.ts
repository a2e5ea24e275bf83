/** Handles invitations sent to the bot's address in a company. The meeting is added for the sender. */
import { type DNSResolver, authenticate } from 'mailauth'
import type { Db } from '../../platform/database/db.ts'
import { ParserThread } from '../../platform/threads/parser-thread.ts'
import { tokenOf } from './bot-address.ts'
import { findActiveMember, findCompanyOfToken, findInvitationSource } from './mail.queries.ts'
import type { MailRequest, MailResult } from './message.thread.ts'
import type { Invitation } from './merge-invitation.ts'
import { saveInvitation } from './save-invitation.ts'

export type MailServices = {
  readonly db: Db
  /** The domain of the bot's email addresses. */
  readonly domain: string
  readonly jitsiHosts: readonly string[]
  /** Whether we check senders ourselves; false if the mail server does. */
  readonly isSenderChecked: boolean
  readonly resolver?: DNSResolver | undefined
}

export type ReceivedMessage = {
  readonly message: Buffer
  /** The bot's addresses to which it was delivered; null: the recipients in the message's headers. */
  readonly recipients: readonly string[] | null
  readonly envelope: Envelope | null
}

/** Why a message had no effect. */
export type MailRefusal = 'no_invitation' | 'unknown_address' | 'not_a_member'

export const maxMessageBytes = 2_000_000
const maxMs = 5000
const maxSourceLength = 500_000

const thread = new ParserThread<MailRequest, MailResult>(new URL('./message.thread.ts', import.meta.url))

/** Null if the meeting was added, changed or cancelled. */
export async function receiveInvitation(
  services: MailServices,
  { message, recipients, envelope }: ReceivedMessage,
): Promise<MailRefusal | null> {
  const { db, domain, isSenderChecked, resolver } = services
  const read = await thread.parse({ message }, { maxMs })
  if (read === null || !('mail' in read)) return 'no_invitation'
  const { mail } = read
  const tokens = (recipients ?? mail.recipients).flatMap((address) => tokenOf(address, domain) ?? [])
  const companyId = await findCompanyOfToken(db, [...new Set(tokens)].slice(0, 20))
  if (companyId === null) return 'unknown_address'
  const [written, ...others] = mail.senders
  const sender = isSenderChecked ? await findProvenSender(message, envelope, resolver) : written
  if (!sender || sender !== written || others.length > 0) return 'not_a_member'
  const userId = await findActiveMember(db, { companyId, email: sender })
  if (userId === null) return 'not_a_member'
  return (await apply(services, { userId, companyId }, mail.invitation)) ? null : 'no_invitation'
}

type Owner = { readonly userId: string; readonly companyId: string }

async function apply({ db, jitsiHosts }: MailServices, owner: Owner, invitation: Invitation): Promise<boolean> {
  const { uid } = invitation
  for (;;) {
    const known = await findInvitationSource(db, { userId: owner.userId, uid })
    const merging = await thread.parse({ known, invitation }, { maxMs })
    const source = merging !== null && 'merged' in merging ? merging.merged : null
    if (source === null || source.length > maxSourceLength) return false
    const saved = await saveInvitation(db, { ...owner, uid, known, source }, jitsiHosts)
    if (saved !== 'changed') return saved === 'saved'
  }
}

/** How the server that delivered the message introduced itself; null if a mail provider passed it on. */
type Envelope = { readonly ip: string; readonly helo: string; readonly sender: string }

/**
 * The address of the sender; null unless a signature or the delivering server proves its domain. The From header alone
 * proves nothing, and the address of the bot is known to everyone who was invited together with it.
 */
async function findProvenSender(
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
