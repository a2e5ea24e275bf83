/**
 * Counts how often each published article is opened. Counts are collected in memory and written together, so that reading
 * writes nothing; a killed process loses those of the last seconds.
 */
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../platform/database/db.ts'

const writeEveryMs = 10_000

export type ArticleReadCounter = {
  readonly count: (articleId: string) => void
  /** Writes the remaining counts. */
  readonly close: () => Promise<void>
}

export function createArticleReadCounter(db: Db, log: Pick<Logger, 'warn'>): ArticleReadCounter {
  let counts = new Map<string, number>()
  let writing: Promise<void> = Promise.resolve()

  function write(): void {
    if (counts.size === 0) return
    const written = counts
    counts = new Map()
    writing = writing
      .then(() => addReads(db, written))
      .catch((error: unknown) => log.warn({ err: error }, 'Reads of articles could not be counted'))
  }

  const timer = setInterval(write, writeEveryMs).unref()
  return {
    count: (articleId) => void counts.set(articleId, (counts.get(articleId) ?? 0) + 1),
    async close() {
      clearInterval(timer)
      write()
      await writing
    },
  }
}

/** In the order of ids, so that two processes never wait for each other. */
async function addReads(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    insert into article_reads as r (article_id, reads)
    select a.id, counted.reads
    from unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::bigint[]) as counted (id, reads)
    join articles a on a.id = counted.id
    order by a.id
    on conflict (article_id) do update set reads = r.reads + excluded.reads
  `.execute(db)
}
