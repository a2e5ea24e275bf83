/**
 * The live sockets of all pages that this process serves, and the connection that receives events from every process.
 * The messages are described in shared/src/notification/live.protocol.ts. The access check covers the watched articles
 * too: one that is no longer accessible is no longer watched, and the page learns of a publish, and of a change of whether
 * the person may comment.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { isShortId, isUuid } from '@knowreel/shared/identity/ids.ts'
import {
  liveClientMessage,
  type LiveClientMessage,
  type LiveServerMessage,
  type LiveSubject,
  liveSubjects,
  MAX_WATCHED_ARTICLES,
} from '@knowreel/shared/notification/live.protocol.ts'
import { LIVE_PATH } from '@knowreel/shared/socket/session-socket.ts'
import type { BaseLogger } from 'pino'
import type { Member } from '../../access/index.ts'
import type { DatabaseConnection } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/db.ts'
import { listenLive, type LiveEvent } from '../../platform/database/live-events.ts'
import {
  jsonFormat,
  openSessionSockets,
  type SessionSocket,
  type SessionSockets,
  type SocketHandler,
  type SocketTickets,
} from '../../platform/sockets/index.ts'
import { memberIdentity } from '../../workspace/index.ts'
import { notificationKey } from './live-keys.ts'
import { listVisibleWatches, type VisibleWatch, type Watch } from '../subject.queries.ts'

export type LiveSocketOptions = SocketTickets<Member> & {
  readonly db: Db
  readonly connection: DatabaseConnection | { readonly url: string }
  readonly log: Pick<BaseLogger, 'warn' | 'error'>
}

export type LiveSockets = Pick<SessionSockets<unknown>, 'count' | 'handleUpgrade' | 'close'>

const limits = {
  maxMessageBytes: 1000,
  maxBufferedBytes: 100_000,
  maxWaitingMessages: 2 * MAX_WATCHED_ARTICLES,
  maxSockets: 10_000,
}

export async function openLiveSockets({
  db,
  connection,
  log,
  enter,
  refresh,
}: LiveSocketOptions): Promise<LiveSockets> {
  const sockets = openSessionSockets<Member, LiveClientMessage, LivePage>({
    name: 'live sockets',
    log,
    isServed: (path) => path === LIVE_PATH,
    format: jsonFormat(liveClientMessage),
    limits,
    authentication: { enter, refresh },
    connect: (socket) => new LivePage(socket, findVisible),
    async recheck(pages) {
      const watched = pages.flatMap((page) => page.watchedArticles().map((articleId) => ({ page, articleId })))
      const watches = watched.flatMap(({ page, articleId }, key) => toWatch(String(key), page.actor, articleId) ?? [])
      const seen = await listVisibleWatches(db, watches)
      for (const [key, { page, articleId }] of watched.entries())
        page.updateWatch(articleId, seen.get(String(key)) ?? null)
    },
  })

  async function findVisible(actor: Member, articleId: string): Promise<VisibleWatch | null> {
    const watch = toWatch('', actor, articleId)
    return watch === null ? null : ((await listVisibleWatches(db, [watch])).get('') ?? null)
  }

  const events = await listenLive({
    connection,
    log,
    onEvent: ({ type, keys }) => {
      if (type === 'notification') notifyPeople(keys)
      else if (type === 'meetings') notifyCompanies(keys)
      else notifyWatchers(type, keys)
    },
    onGap: () => {
      for (const page of sockets.ready()) page.notifyOfAll()
    },
  })

  function notifyPeople(keys: LiveEvent['keys']): void {
    const notified = new Set(keys)
    for (const page of sockets.ready()) {
      const { userId, company } = page.actor
      if (notified.has(notificationKey({ userId, companyId: company.id }))) page.notify()
    }
  }

  function notifyCompanies(companyIds: LiveEvent['keys']): void {
    for (const page of sockets.ready()) if (companyIds.includes(page.actor.company.id)) page.notifyOfMeetings()
  }

  function notifyWatchers(type: string, rowIds: LiveEvent['keys']): void {
    if (!isLiveSubject(type)) return
    for (const page of sockets.ready()) for (const rowId of rowIds) page.notifyOfArticle(type, rowId)
  }

  return {
    count: sockets.count,
    handleUpgrade: sockets.handleUpgrade,
    async close() {
      await events.close()
      await sockets.close()
    },
  }
}

type Socket = SessionSocket<Member, LiveClientMessage>
/** Null if the member does not see the article. */
type FindVisible = (actor: Member, articleId: string) => Promise<VisibleWatch | null>

/** The watched articles of one page of one person. */
class LivePage implements SocketHandler<LiveClientMessage> {
  readonly #socket: Socket
  readonly #findVisible: FindVisible
  /** By the id that the page sent. */
  readonly #watched = new Map<string, VisibleWatch>()

  constructor(socket: Socket, findVisible: FindVisible) {
    this.#socket = socket
    this.#findVisible = findVisible
  }

  /** Only valid once the socket is ready. */
  get actor(): Member {
    const { holder } = this.#socket
    if (holder === null) throw new AppError('not_signed_in')
    return holder
  }

  watchedArticles(): string[] {
    return [...this.#watched.keys()]
  }

  async onMessage(message: LiveClientMessage): Promise<void> {
    const { articleId } = message
    if (message.type === 'unwatch') {
      this.#watched.delete(articleId)
      return
    }
    if (!this.#watched.has(articleId) && this.#watched.size >= MAX_WATCHED_ARTICLES)
      throw new AppError('too_many_requests')
    const watch = await this.#findVisible(this.actor, articleId)
    if (watch !== null) this.#watched.set(articleId, watch)
    this.#send(
      watch === null
        ? { type: 'unwatched', articleId }
        : { type: 'watching', articleId, hash: watch.hash, isViewOnly: watch.isViewOnly },
    )
  }

  /** `watch` is null if the person no longer sees the article. */
  updateWatch(articleId: string, watch: VisibleWatch | null): void {
    const former = this.#watched.get(articleId)
    if (former === undefined) return
    if (watch === null) {
      this.#watched.delete(articleId)
      this.#send({ type: 'unwatched', articleId })
      return
    }
    this.#watched.set(articleId, watch)
    if (watch.hash !== former.hash) this.#send({ type: 'published', articleId, hash: watch.hash })
    if (watch.isViewOnly !== former.isViewOnly) {
      this.#send({ type: 'access', articleId, isViewOnly: watch.isViewOnly })
      // Their abilities changed too.
      for (const type of liveSubjects) this.#send({ type, articleId })
    }
  }

  notify(): void {
    this.#send({ type: 'notification' })
  }

  notifyOfMeetings(): void {
    this.#send({ type: 'meetings' })
  }

  /** Sent with the id that the page watches. */
  notifyOfArticle(type: LiveSubject, rowId: string): void {
    for (const [articleId, { articleIds }] of this.#watched)
      if (articleIds.includes(rowId)) this.#send({ type, articleId })
  }

  notifyOfAll(): void {
    this.notify()
    this.notifyOfMeetings()
    for (const articleId of this.#watched.keys()) for (const type of liveSubjects) this.#send({ type, articleId })
  }

  #send(message: LiveServerMessage): void {
    this.#socket.send(JSON.stringify(message))
  }
}

const isLiveSubject = (type: string): type is LiveSubject => (liveSubjects as readonly string[]).includes(type)

function toWatch(key: string, actor: Member, anyId: string): Watch | null {
  const member = memberIdentity(actor)
  return member === null || !(isUuid(anyId) || isShortId(anyId)) ? null : { key, member, anyId }
}
