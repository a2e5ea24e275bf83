/**
 * Counts how often each link is opened. Counts are collected in memory and written once a minute per link, after the
 * response: many people read a popular link concurrently and would all wait for its row.
 */
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/db.ts'
import { addUses } from './link.queries.ts'

const writeEveryMs = 60_000
const maxBuffered = 10_000

export type LinkUseCounter = {
  readonly count: (token: string) => void
  /** Writes the remaining counts; nothing is counted afterwards. */
  readonly close: () => Promise<void>
}

type BufferedUses = { uses: number; lastUsedAt: Date; timer: NodeJS.Timeout | null }

export function createLinkUseCounter({
  db,
  log,
}: {
  readonly db: Db
  readonly log: Pick<Logger, 'warn'>
}): LinkUseCounter {
  const kept = new Map<string, BufferedUses>()
  const writing = new Set<Promise<void>>()
  let isClosed = false

  function write(token: string, entry: BufferedUses): void {
    if (entry.uses === 0) return void kept.delete(token)
    const { uses, lastUsedAt } = entry
    entry.uses = 0
    const work = addUses(db, token, uses, lastUsedAt)
      .catch((error: unknown) => log.warn({ err: error }, 'the use of a link was not written'))
      .finally(() => writing.delete(work))
    writing.add(work)
  }

  return {
    count(token) {
      if (isClosed) return
      const entry = kept.get(token) ?? { uses: 0, lastUsedAt: new Date(), timer: null }
      entry.uses += 1
      entry.lastUsedAt = new Date()
      if (entry.timer !== null) return
      if (kept.size >= maxBuffered) return
      kept.set(token, entry)
      // The first use is written immediately, those of the following minute together.
      write(token, entry)
      entry.timer = setInterval(() => {
        if (entry.uses === 0 && entry.timer !== null) clearInterval(entry.timer)
        write(token, entry)
      }, writeEveryMs).unref()
    },
    async close() {
      isClosed = true
      for (const [token, entry] of kept) {
        if (entry.timer !== null) clearInterval(entry.timer)
        write(token, entry)
      }
      await Promise.all(writing)
    },
  }
}
