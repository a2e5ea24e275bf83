/** Why Slack gave no grant. The browser returns to `/workspace/{id}/edit?slack={result}`. */
export const slackResults = ['denied', 'failed'] as const
export type SlackResult = (typeof slackResults)[number]
