/**
 * `POST /meetings/mail`: a message that a mail provider or another mail server passes on, as it was received
 * (message/rfc822). The header `X-Knowreel-Signature` is `ts=…;h1=…`, see signed-webhook.ts.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance } from 'fastify'
import { verifyWebhookSignature } from '../../platform/crypto/signed-webhook.ts'
import { registerRawPost } from '../../platform/http/raw-post.ts'
import { maxMessageBytes, receiveInvitation, type MailServices } from './receive-invitation.ts'

export function registerMailWebhook(api: FastifyInstance, services: MailServices, secret: string): void {
  registerRawPost(api, { path: '/meetings/mail', bodyLimit: maxMessageBytes }, async ({ headers }, message) => {
    const header = headers['x-knowreel-signature']
    if (typeof header !== 'string' || !verifyWebhookSignature({ header, body: message }, [secret], new Date()))
      throw new AppError('webhook_not_signed')
    // A refusal is no failure: sending the message again would not help.
    return { refusal: await receiveInvitation(services, { message, recipients: null, envelope: null }) }
  })
}
