/**
 * How connecting ended. The browser returns to `/workspace/{id}/edit?slack={result}`. `expired`: it took too long, or
 * another browser began it.
 */
export const slackResults = ['connected', 'denied', 'expired', 'failed'] as const
export type SlackResult = (typeof slackResults)[number]
