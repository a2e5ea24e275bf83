import type { SlackResult } from '@knowreel/shared/integration/slack.calls.ts'

/** How connecting to Slack ended, when the browser returns from there. */
export type SlackSearch = { slack?: SlackResult }

const results: readonly SlackResult[] = ['connected', 'denied', 'expired', 'failed']

export function readSlackSearch({ slack }: Record<string, unknown>): SlackSearch {
  const result = results.find((known) => known === slack)
  return result === undefined ? {} : { slack: result }
}
