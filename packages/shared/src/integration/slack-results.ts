/** Why there is no grant of Slack. The browser returns to `/workspace/{id}/edit?slack={result}`. */
export const slackResults = ['denied', 'failed', 'operator'] as const
export type SlackResult = (typeof slackResults)[number]
