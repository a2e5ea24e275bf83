import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { rule } from '../access/index.ts'
import { findSessionOf } from './session.queries.ts'

export const sessionPolicy = {
  /** Whatever became of the company, people may sign their devices out. */
  'session.end': rule<{ id: string }>({
    load: async (db, actor, id) => (actor !== null && isUuid(id) ? findSessionOf(db, actor.userId, id) : null),
    may: () => true,
    isBeyondCompany: true,
  }),
}
