import type { SlackFailure } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { Generated } from 'kysely'

type SlackConnectionsTable = {
  workspace_id: string
  team_id: string
  team_name: string
  channel_id: string
  channel: string
  bot_user_id: string | null
  secrets: Buffer | null
  failure: SlackFailure | null
  connected_by_id: string | null
  connected_at: Date
}

type SlackPostsTable = { publication_id: string; workspace_id: string; posted_at: Generated<Date> }

declare module '../platform/database/db.ts' {
  interface Tables {
    slack_connections: SlackConnectionsTable
    slack_posts: SlackPostsTable
  }
}
