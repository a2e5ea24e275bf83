import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { isCompanyAdmin, loadActorCompany, rule, type ActorCompany, type Rule } from '../access/index.ts'
import { findWebhook, type WebhookRow } from './webhook.queries.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'

/** Those who may change the settings of the company. */
export const webhookPolicy = {
  'company.manageWebhooks': rule<ActorCompany>({ load: loadActorCompany, may: isCompanyAdmin }),
  'webhook.manage': rule<WebhookRow>({
    load: async (db, actor, id) =>
      actor?.company && isUuid(id) ? findWebhook(db, { companyId: actor.company.id, id }) : null,
    may: isCompanyAdmin,
  }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany> | Rule<WebhookRow>>>
