/** Connects the live documents, which know nothing of articles, with their articles. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { BaseLogger } from 'pino'
import { hasUsableCompany, type Actor, type Member } from '../access/index.ts'
import {
  beginEditingSession,
  createEditRecorder,
  findNoteWriter,
  listAllowedConnections,
  markEditorsSeen,
  refreshDraft,
} from '../article/index.ts'
import { compactNoteJob, createCollaboration, type Collaboration } from '../note/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { Authenticate } from '../user/index.ts'
import { createSocketTickets } from './socket-tickets.ts'

type Dependencies = {
  readonly db: Db
  readonly log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
  readonly enqueue: Enqueue
  readonly authenticate: Authenticate
}

export function openCollaboration({ db, log, enqueue, authenticate }: Dependencies): Collaboration {
  const noteEdit = createEditRecorder(db, log)
  const { refresh } = createSocketTickets(db)
  return createCollaboration<Member>({
    db,
    log,
    async authorise(token, articleId, tabId) {
      const actor = await findMember(() => authenticate(token))
      const user = actor && (await findNoteWriter(db, actor, articleId, tabId))
      if (!actor || !user) return null
      if (!(await beginEditingSession(db, articleId))) return null
      return { actor, mayWrite: true, user }
    },
    async recheck(connections) {
      const present = await refresh(connections)
      const live = connections.flatMap(({ id, articleId }) => {
        const actor = present.get(id)
        return actor === undefined ? [] : [{ id, actor, articleId }]
      })
      const allowed = await listAllowedConnections(db, live)
      const seen = live.filter(({ id }) => allowed.has(id)).map(({ articleId }) => articleId)
      await markEditorsSeen(db, [...new Set(seen)])
      return allowed
    },
    onEdit: (actor, articleId) => noteEdit(articleId, actor.userId),
    async enqueueCompaction({ articleId, tabId }) {
      await enqueue(db, compactNoteJob, { articleId, tabId }, { singletonKey: `${articleId}:${tabId}` })
      await enqueue(db, refreshDraft, { draftId: articleId }, { singletonKey: articleId })
    },
  })
}

/**
 * Null for a session that has ended or whose company cannot be used; an error means that it could not be determined.
 */
async function findMember(find: () => Promise<Actor | null>): Promise<Member | null> {
  try {
    const actor = await find()
    return actor !== null && hasUsableCompany(actor) ? actor : null
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}
