import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { rule } from '../access/index.ts'
import { readInCompanyRule } from '../article/index.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import { workspacePolicy } from '../workspace/index.ts'
import { findFollowable } from './subject.queries.ts'

export const notificationPolicy = {
  // Also for people who read it because it is shared with them by name. Where others see only part of an article, they
  // also see why they may not follow it.
  'notification.followArticle': rule({
    load: async (db, actor, id) => (await findFollowable(db, actor, id)) ?? readInCompanyRule.load(db, actor, id),
    may: (actor, { companyId }) => actor?.company?.id === companyId,
  }),
  'notification.followWorkspace': workspacePolicy['workspace.favorite'],
} as const satisfies Record<Extract<Permission, `notification.${string}`>, AnyRule>
