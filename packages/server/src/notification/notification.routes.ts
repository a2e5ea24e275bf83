import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { notificationCalls } from '@knowreel/shared/notification/notification.calls.ts'
import { serve, type SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { findArticleFollow, findWorkspaceFollow } from './follow/follow.queries.ts'
import { followArticle, followWorkspace, readFollows } from './follow/follow.ts'
import { readNotifications } from './list/list-notifications.ts'
import { changeSettings } from './change-settings.ts'
import { readAllNotifications, readNotification, cacheSettledTime } from './list/mark-read.ts'
import { notificationPolicy } from './notification.policy.ts'
import { findSettings } from './settings.queries.ts'
import { unsubscribe } from './mail/unsubscribe.ts'
import type { UnsubscribeTokens } from './mail/unsubscribe-token.ts'

type Dependencies = { readonly db: Db; readonly signAddress: SignAddress; readonly tokens: UnsubscribeTokens }

export const notificationRoutes = ({ db, signAddress, tokens }: Dependencies) => {
  const reading = { db, signAddress, findSettled: cacheSettledTime(db) }
  return serve(notificationCalls, notificationPolicy, {
    list: ({ actor, query }) => readNotifications(reading, actor, query.t),
    read: async ({ actor, params }) => {
      if (!isUuid(params.id)) throw new AppError('not_found')
      await readNotification(db, actor, params.id)
      return { success: true }
    },
    readAll: async ({ actor }) => {
      await readAllNotifications(db, actor)
      return { success: true }
    },
    settings: async ({ actor }) => ({
      settings: await findSettings(db, { userId: actor.userId, companyId: actor.company.id }),
    }),
    saveSettings: async ({ actor, body }) => ({ settings: await changeSettings(db, actor, body) }),
    unsubscribe: ({ body }) => unsubscribe(db, tokens, body.token),
    follows: ({ actor }) => readFollows(db, actor),
    articleFollow: async ({ actor, subject }) => ({
      follow: await findArticleFollow(db, { userId: requireSignedIn(actor), articleId: subject.id }),
    }),
    followArticle: async ({ actor, subject, body }) => {
      await followArticle(db, { userId: requireSignedIn(actor), articleId: subject.id }, body.follow)
      return { follow: body.follow }
    },
    workspaceFollow: async ({ actor, subject }) => ({
      follow: await findWorkspaceFollow(db, { userId: requireSignedIn(actor), workspaceId: subject.id }),
    }),
    followWorkspace: async ({ actor, subject, body }) => {
      await followWorkspace(db, { userId: requireSignedIn(actor), workspaceId: subject.id }, body.follow)
      return { follow: body.follow }
    },
  })
}

function requireSignedIn(actor: { readonly userId: string } | null): string {
  if (actor === null) throw new AppError('not_signed_in')
  return actor.userId
}
