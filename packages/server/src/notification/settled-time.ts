import type { Db } from '../platform/database/db.ts'
import { findSettledTime } from './list.queries.ts'

/** An earlier answer stays true, and only has what is new told a little longer. */
const keptMs = 1000

/** The time before which nothing is written any more, asked of the database once a second however many ask. */
export function keepSettledTime(db: Db): () => Promise<Date> {
  let kept: { readonly time: Promise<Date>; readonly until: number } | null = null
  return () => {
    if (kept === null || performance.now() > kept.until) {
      const time = findSettledTime(db)
      kept = { time, until: performance.now() + keptMs }
      time.catch(() => (kept = null))
    }
    return kept.time
  }
}
