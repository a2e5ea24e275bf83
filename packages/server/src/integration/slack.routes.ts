import { AppError } from '@knowreel/shared/error/app-error.ts'
import { slackCalls } from '@knowreel/shared/integration/slack.calls.ts'
import { serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { requireNotArchived, requireNotPersonal, workspacePolicy, type ReadWorkspace } from '../workspace/index.ts'
import type { SlackServices } from './slack-services.ts'
import { revokeToken } from './revoke-token.ts'
import { deleteConnection, findConnection } from './slack.queries.ts'

type Dependencies = {
  readonly db: Db
  readonly slack: SlackServices | null
  readonly readWorkspace: ReadWorkspace
}

export const slackRoutes = ({ db, slack, readWorkspace }: Dependencies) =>
  serve(slackCalls, workspacePolicy, {
    disconnect: async ({ actor, subject, request: { log } }) => {
      requireNotPersonal(subject)
      requireNotArchived(subject)
      if (slack === null) throw new AppError('slack_off')
      const connection = await findConnection(db, subject.id)
      if (connection !== null) await revokeToken({ db, slack, log }, connection)
      await runTransaction(db, (trx) => deleteConnection(trx, subject.id))
      return readWorkspace(actor, subject.id)
    },
  })
