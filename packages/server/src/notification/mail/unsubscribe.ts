/**
 * Unsubscribes with the token of an email, for anyone who holds it: on our page, or by the one click of an email
 * program (RFC 8058).
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { UNSUBSCRIBE_PATH } from '@knowreel/shared/notification/unsubscribe-path.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { turnOffArticleMails } from '../follow/follow.queries.ts'
import { turnOffAllMails } from '../settings.queries.ts'
import { findVisibleTitle } from '../subject.queries.ts'
import type { UnsubscribeTokens } from './unsubscribe-token.ts'

type UnsubscribeResult = { what: 'article' | 'all'; title: string | null }

export async function unsubscribe(db: Db, tokens: UnsubscribeTokens, token: string): Promise<UnsubscribeResult> {
  const of = tokens.read(token)
  if (of === null) throw new AppError('link_not_valid')
  const { articleId } = of
  return runTransaction(db, async (trx) => {
    if (articleId === null) {
      await turnOffAllMails(trx, of)
      return { what: 'all', title: null }
    }
    await turnOffArticleMails(trx, { userId: of.userId, articleId })
    return { what: 'article', title: await findVisibleTitle(trx, { ...of, articleId }) }
  })
}

type UnsubscribeRequest = FastifyRequest<{ Params: { token: string } }>

/** A GET of the same URL shows our page; only a POST unsubscribes, because mail scanners follow links. */
export function registerUnsubscribeRoute(
  app: FastifyInstance,
  { db, tokens }: { readonly db: Db; readonly tokens: UnsubscribeTokens },
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is a form or multipart and always the same; the POST itself is sufficient.
    scope.addContentTypeParser('*', { bodyLimit: 10_000, parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post(`${UNSUBSCRIBE_PATH}:token`, async (request: UnsubscribeRequest, reply) => {
      await unsubscribe(db, tokens, request.params.token)
      return reply.header('cache-control', 'no-store').send({ success: true })
    })
  })
}
