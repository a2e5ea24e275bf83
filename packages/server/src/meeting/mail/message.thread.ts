/** Reads messages with invitations outside the main thread; receive-invitation.ts starts and ends this thread. */
import { serveParser } from '../../platform/threads/serve-parser.ts'
import { mergeInvitation, type Invitation } from './merge-invitation.ts'
import { readMessage, type MailedInvitation } from './read-message.ts'

export type MailRequest =
  | { readonly message: Uint8Array }
  /** `known` is the calendar of the messages before. */
  | { readonly known: string | null; readonly invitation: Invitation }
export type MailResult = { readonly mail: MailedInvitation } | { readonly merged: string }

serveParser<MailRequest, MailResult>(async (request) => {
  if ('invitation' in request) return { merged: mergeInvitation(request.known, request.invitation) }
  const mail = await readMessage(request.message)
  return mail === null ? null : { mail }
})
