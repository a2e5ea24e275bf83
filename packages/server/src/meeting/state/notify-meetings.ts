import type { Trx } from '../../platform/database/db.ts'
import { emitLive } from '../../platform/database/live-events.ts'

/** Pages of the company fetch its meetings again; who sees which is decided there. */
export const notifyMeetingsChanged = (trx: Trx, companyId: string): Promise<void> =>
  emitLive(trx, { type: 'meetings', keys: [companyId] })
