import type { CompanyDomains } from '../company/index.ts'
import type { SlackClient } from './slack-client.ts'
import type { SlackSecrets } from './slack-secrets.ts'

export type SlackServices = {
  readonly client: SlackClient
  readonly secrets: SlackSecrets
  readonly domains: Pick<CompanyDomains, 'addressOf' | 'slugOf'>
  /** Without a trailing slash. */
  readonly publicAddress: () => string
}

declare module '../platform/jobs/job.ts' {
  interface JobServices {
    /** Null: Slack is not set up. */
    slack: SlackServices | null
  }
}
