import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { isCompanyAdmin, rule, type Actor, type Rule } from '../access/index.ts'
import { findTemplate, type TemplateRow } from './template.queries.ts'

const load: Rule<TemplateRow>['load'] = async (db, actor, id) =>
  actor?.company && isUuid(id) ? findTemplate(db, { userId: actor.userId, company: actor.company }, id) : null

/** Its author, and for templates of the company also those who may change the company. */
export const mayManageTemplate = (actor: Actor | null, { ownerId, authorId }: TemplateRow): boolean =>
  actor !== null && (actor.userId === (ownerId ?? authorId) || (ownerId === null && isCompanyAdmin(actor)))

export const templatePolicy = {
  'template.view': rule<TemplateRow>({ load, may: () => true }),
  'template.manage': rule<TemplateRow>({ load, may: mayManageTemplate }),
} as const satisfies Partial<Record<Permission, Rule<TemplateRow>>>
