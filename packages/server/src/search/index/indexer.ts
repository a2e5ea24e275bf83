/**
 * Keeps the index current. Triggers record every change in its transaction (`search_changes`); this writes the entries
 * and deletes those records in one transaction, so that a killed process loses nothing and an older text never replaces
 * a newer one: what is read here is read after the lock is held.
 */
import type { BaseLogger } from 'pino'
import type { DatabaseConnection } from '../../platform/database/database.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { listenLive } from '../../platform/database/live-events.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { entriesOfArticle, entriesOfWorkspace, type Entry } from './entries-of.ts'
import { entryDate } from './entry-date.ts'
import { readTimedText } from './read-timed-text.ts'
import type { TimedTextSource } from './timed-text.ts'
import {
  deleteChanges,
  deleteEntries,
  insertEntries,
  listAllIds,
  listChanges,
  listEntries,
  lockArticles,
  lockFiles,
  lockIndex,
  lockWorkspaces,
  readArticles,
  readWorkspaces,
  renewTerms,
  tryLockIndex,
  updateOwner,
  type ExistingEntry,
  type OwnedEntry,
  type Owner,
} from './indexer.queries.ts'

/** Changes in one transaction. */
const batchSize = 100
/** Changes that may fail before indexing stops until the next sweep. */
const maxFailed = 100

type BatchOptions = {
  /** Number of changes. */
  readonly limit?: number
  /** Ids of changes that are left out. */
  readonly except?: readonly string[]
}

/** Indexes one batch; returns the number of changes, or null while another process indexes. */
export const indexBatch = (
  db: Db,
  sources: readonly TimedTextSource[] = [],
  { limit = batchSize, except = [] }: BatchOptions = {},
): Promise<number | null> =>
  runTransaction(db, async (trx) => {
    if (!(await tryLockIndex(trx))) return null
    const changes = await listChanges(trx, limit, except)
    if (changes.length === 0) return 0
    await indexArticles(trx, idsOf(changes.map(({ articleId }) => articleId)), { sources, isForced: false })
    await indexWorkspaces(trx, idsOf(changes.map(({ workspaceId }) => workspaceId)), { sources, isForced: false })
    await deleteChanges(
      trx,
      changes.map(({ id }) => id),
    )
    return changes.length
  })

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))]

type IndexOptions = {
  readonly sources: readonly TimedTextSource[]
  /** Entries are written even if they are unchanged. */
  readonly isForced: boolean
}

async function indexArticles(trx: Trx, ids: readonly string[], { sources, isForced }: IndexOptions): Promise<void> {
  if (ids.length === 0) return
  await lockArticles(trx, ids)
  const articles = new Map((await readArticles(trx, ids)).map((article) => [article.id, article]))
  const files = [...articles.values()].flatMap(({ attachments }) => attachments.map(({ fileId }) => fileId))
  await lockFiles(trx, files)
  const existing = Map.groupBy(await listEntries(trx, 'article_id', ids), ({ articleId }) => articleId)
  const timed = await readTimedText(trx, sources, [...articles.values()], isForced ? new Map() : existing)
  const replacements = ids.map((id) => {
    const article = articles.get(id)
    const { entries = [], keptIds } = timed.get(id) ?? {}
    const wanted = article && {
      owner: { ...article, articleId: id },
      entries: [...entriesOfArticle(article), ...entries],
      keptIds,
    }
    return replacementOf(existing.get(id) ?? [], wanted, isForced)
  })
  await replaceEntries(trx, replacements)
}

async function indexWorkspaces(trx: Trx, ids: readonly string[], { isForced }: IndexOptions): Promise<void> {
  if (ids.length === 0) return
  await lockWorkspaces(trx, ids)
  const workspaces = new Map((await readWorkspaces(trx, ids)).map((workspace) => [workspace.id, workspace]))
  const existing = Map.groupBy(await listEntries(trx, 'workspace_id', ids), ({ workspaceId }) => workspaceId)
  const replacements = ids.map((id) => {
    const found = workspaces.get(id)
    const owner = found && { ...found, workspaceId: id, articleId: null }
    const wanted = owner && { owner, entries: entriesOfWorkspace(found) }
    return replacementOf(existing.get(id) ?? [], wanted, isForced)
  })
  await replaceEntries(trx, replacements)
}

type Wanted = {
  readonly owner: Owner
  readonly entries: readonly Entry[]
  /** Existing entries that were not read again, because they are unchanged. */
  readonly keptIds?: ReadonlySet<string> | undefined
}

type Replacement = {
  readonly removed: readonly string[]
  /** Entries that now belong to this owner. */
  readonly moved: { readonly owner: Owner; readonly entries: readonly ExistingEntry[] } | null
  readonly added: readonly OwnedEntry[]
}

/** Leaves entries that are the same, unless forced. */
function replacementOf(existing: readonly ExistingEntry[], wanted: Wanted | undefined, isForced: boolean): Replacement {
  const missing = new Map((wanted?.entries ?? []).map((entry) => [keyOf(entry), entry]))
  const removed: string[] = []
  const moved: ExistingEntry[] = []
  for (const entry of existing) {
    const key = keyOf(entry)
    const isSame = !isForced && (wanted?.keptIds?.has(entry.id) || missing.get(key)?.hash === entry.hash)
    if (!wanted || !isSame) {
      removed.push(entry.id)
      continue
    }
    missing.delete(key)
    if (!isSameOwner(wanted.owner, entry)) moved.push(entry)
  }
  if (!wanted) return { removed, moved: null, added: [] }
  const { owner } = wanted
  return {
    removed,
    moved: { owner, entries: moved },
    added: Array.from(missing.values(), (entry) => ({ owner, entry })),
  }
}

async function replaceEntries(trx: Trx, replacements: readonly Replacement[]): Promise<void> {
  await deleteEntries(
    trx,
    replacements.flatMap(({ removed }) => removed),
  )
  for (const { moved } of replacements) if (moved) await updateOwner(trx, moved.owner, moved.entries)
  await insertEntries(
    trx,
    replacements.flatMap(({ added }) => added),
  )
}

const isSameOwner = (wanted: Owner, existing: ExistingEntry): boolean =>
  wanted.companyId === existing.companyId &&
  wanted.workspaceId === existing.workspaceId &&
  entryDate(existing.kind, wanted).getTime() === existing.date.getTime()

const keyOf = ({ kind, part, startsAt, fileId }: Pick<Entry, 'kind' | 'part' | 'startsAt' | 'fileId'>): string =>
  JSON.stringify([kind, part, startsAt, fileId])

/** Writes every entry anew, whatever it was. The server may run; its changes are indexed in between. */
export async function rebuildIndex(
  db: Db,
  sources: readonly TimedTextSource[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { articles, workspaces } = await listAllIds(db)
  const total = articles.length + workspaces.length
  let done = 0
  for (const [ids, index] of [
    [workspaces, indexWorkspaces],
    [articles, indexArticles],
  ] as const) {
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = ids.slice(from, from + batchSize)
      await runTransaction(db, async (trx) => {
        await lockIndex(trx)
        await index(trx, batch, { sources, isForced: true })
      })
      onProgress((done += batch.length), total)
    }
  }
  await renewTerms(db)
}

export type Indexer = { close(): Promise<void> }

type IndexerOptions = {
  readonly db: Db
  readonly sources: readonly TimedTextSource[]
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: Pick<BaseLogger, 'warn' | 'error'>
}

/** A person who types changes an article several times a second. */
const settleMs = 200
/** Finds what a lost notification or another process left. */
const sweepMs = 10_000

/** Indexes what changes until it is closed, beginning with what has changed before. */
export async function openIndexer({ db, sources, connection, log }: IndexerOptions): Promise<Indexer> {
  const closing = new AbortController()
  const listener = await listenLive({
    connection,
    log,
    channel: 'knowreel_search',
    onEvent: () => schedule(settleMs),
    onGap: () => schedule(0),
  })
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let isScheduled = false

  function schedule(waitMs: number): void {
    if (isScheduled || closing.signal.aborted) return
    isScheduled = true
    timer = setTimeout(() => {
      isScheduled = false
      running = running.then(drain)
    }, waitMs)
    timer.unref()
  }

  /** Null while another process indexes. */
  async function indexAll(): Promise<number | null> {
    const failed: string[] = []
    let limit = batchSize
    let count: number | null = 1
    while (count !== null && count > 0 && !closing.signal.aborted) {
      try {
        count = await indexBatch(db, sources, { limit, except: failed })
      } catch (error) {
        // One by one, until the change that fails; the others do not wait for it.
        if (limit > 1) {
          limit = 1
          continue
        }
        const [change] = await listChanges(db, 1, failed)
        if (change === undefined || failed.length === maxFailed) throw error
        failed.push(change.id)
        log.error({ err: error, ...change }, 'This change could not be indexed; it is tried again')
        limit = batchSize
      }
    }
    return count
  }

  async function drain(): Promise<void> {
    try {
      const count = await indexAll()
      if (count === null) schedule(settleMs)
      else if (!closing.signal.aborted) await renewTerms(db)
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'The search index could not be updated; it is tried again')
    }
  }

  schedule(0)
  const sweeps = setInterval(() => schedule(0), sweepMs)
  sweeps.unref()
  return {
    async close() {
      closing.abort()
      clearInterval(sweeps)
      if (timer) clearTimeout(timer)
      await listener.close()
      await running
    },
  }
}
