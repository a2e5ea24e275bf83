/** Connections of workspaces to Slack: calls, redirects, events and jobs. Without settings, Slack is off. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { FastifyInstance } from 'fastify'
import type { CompanyDomains } from '../company/index.ts'
import type { SlackSettings } from '../platform/config/slack.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { ReadWorkspace } from '../workspace/index.ts'
import { registerSlackConnection } from './connect-slack.ts'
import { postToSlack } from './post-to-slack.job.ts'
import { registerSlackEvents } from './receive-slack-event.ts'
import { createSlackClient } from './slack-client.ts'
import { createSlackSecrets } from './slack-secrets.ts'
import type { SlackServices } from './slack-services.ts'
import { isConnected, slackColumn } from './slack.queries.ts'
import { slackRoutes } from './slack.routes.ts'

type Dependencies = {
  readonly db: Db
  readonly enqueue: Enqueue
  readonly config: { readonly slack?: SlackSettings | null; readonly secret: string; readonly publicUrl: string | null }
  readonly domains: CompanyDomains
  readonly publicAddress: () => string
  readonly isRateLimited: boolean
}

type Publish = { readonly articleId: string; readonly workspaceId: string; readonly isToAll: boolean }

export function openSlack({ db, enqueue, config, domains, publicAddress, isRateLimited }: Dependencies) {
  const { slack: settings = null, secret, publicUrl } = config
  const slack: SlackServices | null = settings && {
    client: createSlackClient(settings),
    secrets: createSlackSecrets(deriveKey(secret, 'slack token')),
    domains,
    publicAddress,
  }
  return {
    services: { slack },
    column: slack && slackColumn,
    routes: (readWorkspace: ReadWorkspace) => slackRoutes({ db, slack, readWorkspace }),
    register(api: FastifyInstance): void {
      const stateKey = deriveKey(secret, 'slack state')
      registerSlackConnection(api, { db, slack, stateKey, publicUrl, isRateLimited })
      registerSlackEvents(api, { db, enqueue, slack, signingSecret: settings?.signingSecret ?? '' })
    },
    /** Also posts what is published with notification, in the transaction of the publish. */
    andPost:
      <Event>(notify: (trx: Trx, publish: Event) => Promise<void>) =>
      async (trx: Trx, publish: Event & Publish): Promise<void> => {
        await notify(trx, publish)
        const { articleId, workspaceId, isToAll } = publish
        if (slack === null || !isToAll || !(await isConnected(trx, workspaceId))) return
        await enqueue(trx, postToSlack, { publicationId: newId(), articleId, workspaceId })
      },
  }
}
