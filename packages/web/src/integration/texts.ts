import type { SlackFailure } from '@knowreel/shared/workspace/workspace.calls.ts'

export const channelAndTeam = (channel: string, team: string) => `${channel} in ${team}`
export const connectAgain = 'Connect again'
export const connected = 'Connected'
export const connectSlack = 'Connect Slack'
export const disconnect = 'Disconnect'
export const disconnectSlack = 'Disconnect Slack'
export const disconnectSlackQuestion = 'Disconnect Slack?'
export const notPosting = 'Not posting'
export const postingStops = (channel: string) =>
  `Articles of this workspace are no longer posted to ${channel}, and their links no longer show a title in Slack.`
export const postsTitleAuthorAndLink =
  'Posts the title, author and link of articles that are published with notification.'
export const slack = 'Slack'
export const slackFailures: Readonly<Record<SlackFailure, (channel: string) => string>> = {
  revoked: () => 'Slack no longer accepts the connection. Connect again to resume posting.',
  channel_gone: (channel) =>
    `Slack doesn’t accept posts in ${channel}. It may be archived. Connect again and choose another channel.`,
}
export const slackIsConnected = 'Slack is connected'
export const slackIsDisconnected = 'Slack is disconnected'
export const slackNotConnected = {
  denied: 'Slack isn’t connected because the request was canceled.',
  operator: 'This isn’t possible while you are logged in as someone else',
  failed: 'Slack couldn’t be connected. Try again in a minute.',
} as const
