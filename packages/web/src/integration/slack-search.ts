import { slackResults, type SlackResult } from '@knowreel/shared/integration/slack-results.ts'

/** Why the browser returns from Slack without a grant. */
export type SlackSearch = { slack?: SlackResult }

export function readSlackSearch({ slack }: Record<string, unknown>): SlackSearch {
  const result = slackResults.find((known) => known === slack)
  return result === undefined ? {} : { slack: result }
}
