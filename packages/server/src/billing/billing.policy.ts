/** Only the owner pays. Members know that their company has a subscription, so they are refused with 403, not 404. */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import type { Transaction } from '@knowreel/shared/billing/billing.calls.ts'
import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import { loadActorCompany, roleInCompany, rule, type Actor, type ActorCompany, type Rule } from '../access/index.ts'
import { findOwnSubscription, findTransaction, type OwnSubscription } from './billing.queries.ts'

const isOwner = (actor: Actor | null) => roleInCompany(actor) === 'owner'

export const billingPolicy = {
  'billing.manage': rule<ActorCompany>({ load: loadActorCompany, may: isOwner }),
  'billing.manageSubscription': rule<OwnSubscription>({
    load: async (db, actor, id) => (actor?.company ? findOwnSubscription(db, actor.company.id, id) : null),
    may: isOwner,
  }),
  // The people who may add users see the price of each.
  'billing.viewSeatCost': rule<ActorCompany>({
    load: loadActorCompany,
    may: (actor) => mayManageUsers(roleInCompany(actor)),
  }),
  'billing.viewTransaction': rule<Transaction>({
    load: async (db, actor, id) => (actor?.company ? findTransaction(db, actor.company.id, id) : null),
    may: isOwner,
  }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany> | Rule<OwnSubscription> | Rule<Transaction>>>
