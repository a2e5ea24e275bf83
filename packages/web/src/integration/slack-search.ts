import { slackResults, type SlackResult } from '@knowreel/shared/integration/slack-results.ts'

/** How connecting to Slack ended, when the browser returns from there. */
export type SlackSearch = { slack?: SlackResult }

export function readSlackSearch({ slack }: Record<string, unknown>): SlackSearch {
  const result = slackResults.find((known) => known === slack)
  return result === undefined ? {} : { slack: result }
}
