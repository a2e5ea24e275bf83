import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { roleInCompany, rule, type Actor, type Rule } from '../access/index.ts'
import { findWebhook, type WebhookRow } from './webhook.queries.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'

type ActorCompany = NonNullable<Actor['company']>

const mayManage = (actor: Actor | null): boolean => ['owner', 'admin'].includes(roleInCompany(actor))

/** Those who may change the settings of the company. */
export const webhookPolicy = {
  'company.manageWebhooks': rule<ActorCompany>({
    load: (_db, actor) => Promise.resolve(actor?.company ?? null),
    may: mayManage,
  }),
  'webhook.manage': rule<WebhookRow>({
    load: async (db, actor, id) =>
      actor?.company && isUuid(id) ? findWebhook(db, { companyId: actor.company.id, id }) : null,
    may: mayManage,
  }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany> | Rule<WebhookRow>>>
