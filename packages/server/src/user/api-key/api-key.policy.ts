import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { rule } from '../../access/index.ts'
import { findKeyOf } from './api-key.queries.ts'

export const apiKeyPolicy = {
  'apiKey.revoke': rule<{ id: string }>({
    load: async (db, actor, id) =>
      actor?.company && isUuid(id) ? findKeyOf(db, { userId: actor.userId, companyId: actor.company.id }, id) : null,
    may: () => true,
  }),
}
