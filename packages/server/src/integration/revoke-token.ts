import type { Db } from '../platform/database/db.ts'
import type { SlackServices } from './slack-services.ts'
import { SlackError } from './slack-error.ts'
import { isTokenShared, type Connection } from './slack.queries.ts'

type Dependencies = {
  readonly db: Db
  readonly slack: SlackServices
  readonly log: { warn(details: object, message: string): void }
}

/** Ends the token at Slack unless another workspace uses it. If Slack does not answer, it is only deleted here. */
export async function revokeToken({ db, slack, log }: Dependencies, connection: Connection): Promise<void> {
  const { workspaceId, secrets } = connection
  if (secrets === null || (await isTokenShared(db, connection))) return
  try {
    await slack.client.revoke(slack.secrets.open(workspaceId, secrets).token)
  } catch (error) {
    const code = error instanceof SlackError ? error.code : 'unreadable'
    log.warn({ workspaceId, code }, 'a token of Slack was not revoked there')
  }
}
