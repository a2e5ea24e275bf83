import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { workspace } from '../workspace/workspace.calls.ts'

/** Connecting is a redirect of the browser: `GET /integration/slack/{id}?token={ticket}`. */
export const slackCalls = {
  disconnect: call({
    method: 'GET',
    path: '/integration/slack/{id}/disconnect',
    summary: 'Disconnect a workspace from Slack',
    allow: may('workspace.manage', 'params.id'),
    response: z.object({ workspace }),
    errors: ['slack_off', 'personal_workspace_fixed', 'workspace_archived'],
    audit: { action: 'slack_disconnected', subject: { kind: 'workspace', at: 'params.id' } },
  }),
}
