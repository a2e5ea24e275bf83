import { AppError } from '@knowreel/shared/error/app-error.ts'
import { slackCalls } from '@knowreel/shared/integration/slack.calls.ts'
import { requireMember, serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { requireNotArchived, requireNotPersonal, workspacePolicy, type ReadWorkspace } from '../workspace/index.ts'
import { finishConnection } from './connect-slack.ts'
import type { SlackServices } from './slack-services.ts'
import { revokeToken } from './revoke-token.ts'
import { deleteConnection, findConnection } from './slack.queries.ts'

type Dependencies = {
  readonly db: Db
  readonly slack: SlackServices | null
  readonly readWorkspace: ReadWorkspace
}

export function slackRoutes({ db, slack: services, readWorkspace }: Dependencies) {
  /** Slack of a workspace that can be connected to it. */
  const requireSlack = (workspace: { readonly visibility: string; readonly isArchived: boolean }): SlackServices => {
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    if (services === null) throw new AppError('slack_off')
    return services
  }
  return serve(slackCalls, workspacePolicy, {
    connect: async ({ actor, subject, body, request }) => {
      const slack = requireSlack(subject)
      await finishConnection({ db, slack, request }, { actor: requireMember(actor), workspaceId: subject.id }, body)
      return readWorkspace(actor, subject.id)
    },
    disconnect: async ({ actor, subject, request: { log } }) => {
      const slack = requireSlack(subject)
      const connection = await findConnection(db, subject.id)
      if (connection !== null) await revokeToken({ db, slack, log }, connection)
      await runTransaction(db, (trx) => deleteConnection(trx, subject.id))
      return readWorkspace(actor, subject.id)
    },
  })
}
