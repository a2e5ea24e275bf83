import { closeCodes } from '@knowreel/shared/note/note.protocol.ts'
import type { BaseLogger } from 'pino'
import type { CollaborationOptions } from './collaboration.types.ts'
import { type LiveNotes, say } from './live-notes.ts'

export interface AccessWatchOptions<Actor> {
  notes: LiveNotes<Actor>
  recheck: CollaborationOptions<Actor>['recheck']
  everyMs: number | undefined
  log: Pick<BaseLogger, 'info' | 'error'>
}

/** With the statement itself and the close, whoever loses access is out within 5 s. */
const EVERY_MS = 3_000

/** Asks again and again, for all connections at once, and closes those that lost their access. */
export function watchAccess<Actor>({ notes, recheck, everyMs = EVERY_MS, log }: AccessWatchOptions<Actor>) {
  let running: Promise<void> | null = null

  async function check(): Promise<void> {
    const open = notes.connections()
    if (open.length === 0) return
    const allowed = await recheck(open.map(({ session: { id, actor, articleId } }) => ({ id, actor, articleId })))
    const lost = open.filter(({ session }) => !allowed.has(session.id))
    for (const { connection, session } of lost) {
      log.info({ articleId: session.articleId }, 'a connection lost its access')
      say(connection, { type: 'access' })
    }
    // The whole socket: a client that stays asks again and is refused where it has to be. A room and its notes share one, so
    // all of them are told before it closes.
    for (const { connection } of lost) connection.webSocket.close(closeCodes.forbidden, 'Access lost')
  }

  function checkOnce(): Promise<void> {
    running ??= check()
      // Without an answer nobody is put out: it would be everyone at each hiccup of the database.
      .catch((error: unknown) => log.error({ err: error }, 'access to notes could not be checked again'))
      .finally(() => (running = null))
    return running
  }

  const timer = setInterval(() => void checkOnce(), everyMs)
  timer.unref()
  return {
    /** A check that began before the call does not count. */
    check: () => (running ? running.then(checkOnce) : checkOnce()),
    stop: () => clearInterval(timer),
  }
}
