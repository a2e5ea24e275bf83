import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { sql } from 'kysely'
import type { Actor, SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { toWorkspace } from './workspace.mapping.ts'
import { getWorkspaceRow, type SlackColumn } from './workspace.queries.ts'

export type ReadWorkspace = (actor: Actor | null, id: string) => Promise<{ workspace: Workspace }>

type Dependencies = {
  readonly db: Db
  readonly signAddress: SignAddress
  /** Null: Slack is not set up. */
  readonly slackColumn: SlackColumn | null
}

/** Reads a workspace as the actor sees it; the caller has checked that they see it. */
export const createReadWorkspace = ({ db, signAddress, slackColumn }: Dependencies): ReadWorkspace => {
  const column: SlackColumn = slackColumn ?? sql`null::json`
  return async (actor, id) => ({
    workspace: toWorkspace(await getWorkspaceRow(db, actor, id, column), {
      actor,
      signAddress,
      isSlackOn: slackColumn !== null,
    }),
  })
}
