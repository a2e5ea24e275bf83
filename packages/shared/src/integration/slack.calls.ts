import * as z from 'zod'
import { call, may } from '../catalogue/call.ts'
import { workspace } from '../workspace/workspace.calls.ts'

/** Connecting begins as a redirect of the browser: `GET /integration/slack/{id}?token={ticket}`. */
export const slackCalls = {
  connect: call({
    method: 'POST',
    path: '/integration/slack/{id}/connect',
    summary: 'Connect a workspace with what Slack redirected back with, in the session that began',
    allow: may('workspace.manage', 'params.id'),
    body: z.strictObject({ code: z.string().min(1).max(500), state: z.string().min(1).max(400) }),
    response: z.object({ workspace }),
    refusesOperators: true,
    errors: ['slack_off', 'slack_expired', 'slack_failed', 'personal_workspace_fixed', 'workspace_archived'],
  }),
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
