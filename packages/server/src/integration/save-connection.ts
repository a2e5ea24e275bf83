import { findAuditSubject, insertAuditEntry } from '../audit/index.ts'
import type { Member } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { loadWorkspaceForWrite, requireNotArchived, requireNotPersonal } from '../workspace/index.ts'
import { revokeToken } from './revoke-token.ts'
import type { SlackServices } from './slack-services.ts'
import type { SlackGrant } from './slack-client.ts'
import { findConnection, saveConnection, type Connection } from './slack.queries.ts'

type Origin = { readonly actor: Member; readonly address: string; readonly userAgent: string | null }

/** Connects the workspace, or replaces its connection. */
export async function connectWorkspace(
  { db, slack, log }: { db: Db; slack: SlackServices; log: Parameters<typeof revokeToken>[0]['log'] },
  workspaceId: string,
  grant: SlackGrant,
  { actor, address, userAgent }: Origin,
): Promise<void> {
  const former = await runTransaction(db, async (trx): Promise<Connection | null> => {
    const workspace = await loadWorkspaceForWrite(trx, workspaceId)
    requireNotPersonal(workspace)
    requireNotArchived(workspace)
    const replaced = await findConnection(trx, workspaceId)
    await saveConnection(trx, {
      ...grant,
      workspaceId,
      secrets: slack.secrets.seal(workspaceId, grant),
      connectedById: actor.userId,
      connectedAt: new Date(),
    })
    await insertAuditEntry(trx, {
      action: 'slack_connected',
      companyId: actor.company.id,
      userId: actor.userId,
      sessionId: actor.sessionId,
      subject: await findAuditSubject(trx, 'workspace', workspaceId, actor.company.id),
      details: { teamName: grant.teamName, channel: grant.channel },
      address,
      userAgent,
    })
    return replaced
  })
  // The token of the same team is the same one.
  if (former !== null && former.teamId !== grant.teamId) await revokeToken({ db, slack, log }, former)
}
