import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { rule } from '../../access/index.ts'
import { findSessionOf } from './session.queries.ts'

export const sessionPolicy = {
  /** People may sign their devices out in every state of the company. */
  'session.end': rule<{ id: string }>({
    load: async (db, actor, id) => (actor !== null && isUuid(id) ? findSessionOf(db, actor.userId, id) : null),
    may: () => true,
    isBeyondCompany: true,
  }),
}
