/**
 * Why a meeting was not recorded, in plain words: what happened, what was observed, what to do. Only these codes are
 * stored, with the facts that complete their texts.
 */
export type FailureFacts = {
  /** The name of the bot in the call. */
  readonly botName?: string
  readonly platform?: string
  readonly minutes?: number
  /** The report of a provider or a page, for support. */
  readonly report?: string
}

export type FailureText = {
  readonly reason: string
  readonly details: string
  readonly suggestedAction: string
}

const inviteAgain = 'Check the link in the invitation, add the meeting again and send the bot.'
const sendAgain = 'Send the bot again. If this repeats, tell your administrator the error code.'
const record = 'If the host recorded the meeting, upload that video.'
const within = ({ minutes = 10 }: FailureFacts) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
const bot = ({ botName = 'Knowreel' }: FailureFacts) => botName
const service = ({ platform = 'The meeting service' }: FailureFacts) => platform

const failures = {
  lobby_timeout: (facts) => ({
    reason: 'The host didn’t let the bot in',
    details: `The bot waited in the lobby for ${within(facts)}, and nobody answered its request to join.`,
    suggestedAction: `Ask the host to admit “${bot(facts)}” from the lobby, or to let invited guests skip it. ${record}`,
  }),
  entry_refused: (facts) => ({
    reason: 'The bot was refused',
    details: 'Someone in the meeting declined the bot’s request to join.',
    suggestedAction: `Tell the host why the meeting is recorded, and that the bot is called “${bot(facts)}”. Then send the bot again.`,
  }),
  removed: (facts) => ({
    reason: 'The bot was removed from the meeting',
    details: 'Someone removed the bot before it recorded anything.',
    suggestedAction: `Tell the host that the bot is called “${bot(facts)}”, then send it again.`,
  }),
  meeting_not_found: () => ({
    reason: 'This meeting doesn’t exist',
    details: 'The meeting service doesn’t know the code in the link.',
    suggestedAction: inviteAgain,
  }),
  wrong_password: () => ({
    reason: 'The meeting needs a password',
    details: 'The link has no password, or a wrong one.',
    suggestedAction: 'Copy the complete link from the invitation, with its password, and add the meeting again.',
  }),
  sign_in_required: (facts) => ({
    reason: 'Only signed-in people can join this meeting',
    details: `${service(facts)} asked the bot to sign in. The bot has no account.`,
    suggestedAction: `Ask the host to allow guests. ${record}`,
  }),
  blocked: (facts) => ({
    reason: 'The meeting service blocked the bot',
    details: `${service(facts)} showed a check that only a person can pass.`,
    suggestedAction: `Record the meeting yourself with the browser extension. ${record}`,
  }),
  not_started: (facts) => ({
    reason: 'The meeting wasn’t started',
    details: `The host didn’t start the meeting within ${within(facts)}.`,
    suggestedAction: 'If the meeting took place later, send the bot again when it runs.',
  }),
  nobody_came: (facts) => ({
    reason: 'Nobody came',
    details: `The bot was alone in the meeting for ${within(facts)}.`,
    suggestedAction: 'If the meeting took place later, send the bot again when it runs.',
  }),
  ended_early: () => ({
    reason: 'The meeting ended before the recording began',
    details: 'The call ended while the bot was joining.',
    suggestedAction: 'If the meeting continues elsewhere, add it again with the new link.',
  }),
  join_timeout: (facts) => ({
    reason: 'The bot couldn’t join in time',
    details: `${service(facts)} didn’t let the bot join or wait within ${within({ minutes: 3, ...facts })}.`,
    suggestedAction: sendAgain,
  }),
  page_unknown: (facts) => ({
    reason: 'The bot didn’t recognise the meeting page',
    details: `${service(facts)} showed a page that the bot doesn’t know.`,
    suggestedAction: `Record the meeting yourself with the browser extension, and tell your administrator the error code. ${record}`,
  }),
  page_frozen: (facts) => ({
    reason: 'The meeting page stopped responding',
    details: `The page of ${service(facts)} didn’t respond to the bot.`,
    suggestedAction: sendAgain,
  }),
  announcement_failed: () => ({
    reason: 'The bot couldn’t announce the recording',
    details: 'Its message didn’t appear in the chat of the meeting. The bot records nothing that it hasn’t announced.',
    suggestedAction: 'Ask the host to allow chat for everyone, then send the bot again.',
  }),
  objected: () => ({
    reason: 'Someone objected to the recording',
    details: 'A participant asked in the chat not to record, before the recording began.',
    suggestedAction: 'Agree in the meeting whether it may be recorded, then send the bot again.',
  }),
  recorder_failed: () => ({
    reason: 'The recording couldn’t be made',
    details: 'The bot was in the meeting, but its browser couldn’t record.',
    suggestedAction: sendAgain,
  }),
  bot_lost: () => ({
    reason: 'The bot stopped unexpectedly',
    details: 'The bot gave no sign of life before it recorded anything.',
    suggestedAction: sendAgain,
  }),
  bot_failed: () => ({
    reason: 'The bot stopped unexpectedly',
    details: 'An unexpected error ended the bot before it recorded anything.',
    suggestedAction: sendAgain,
  }),
  no_bot_available: () => ({
    reason: 'No bot was available',
    details: 'All bots were busy, or none was running, from the start of the meeting until ten minutes after it.',
    suggestedAction: 'Tell your administrator that this installation needs more meeting bots.',
  }),
  platform_unsupported: (facts) => ({
    reason: 'The bot can’t join meetings of this service',
    details: `This installation has no bot for ${service(facts)}.`,
    suggestedAction: `Record the meeting yourself with the browser extension. ${record}`,
  }),
  organizer_inactive: () => ({
    reason: 'The bot has nobody to record for',
    details: 'The person who added the meeting is no longer active in this company.',
    suggestedAction: 'Add the meeting again in your own name.',
  }),
  provider_failed: () => ({
    reason: 'The bot service failed',
    details: 'The service that runs the meeting bots reported an error.',
    suggestedAction: sendAgain,
  }),
  nothing_recorded: () => ({
    reason: 'Nothing was recorded',
    details: 'The bot joined the meeting, but no recording arrived.',
    suggestedAction: record,
  }),
  upload_timeout: () => ({
    reason: 'The recording couldn’t be stored',
    details: 'The recording didn’t arrive at the server in time.',
    suggestedAction: 'Tell your administrator the error code and the time of the meeting.',
  }),
  recording_unreadable: () => ({
    reason: 'The recording couldn’t be processed',
    details: 'The recording arrived, but it cannot be played.',
    suggestedAction: 'Tell your administrator the error code and the time of the meeting.',
  }),
  unknown: () => ({
    reason: 'The meeting wasn’t recorded',
    details: 'The reason is unknown.',
    suggestedAction: sendAgain,
  }),
} as const satisfies Record<string, (facts: FailureFacts) => FailureText>

export type FailureCode = keyof typeof failures
export const failureCodes = Object.keys(failures) as FailureCode[]

/** The report of a provider or a page follows the details. */
export function describeFailure(
  code: FailureCode,
  facts: FailureFacts,
): FailureText & { readonly errorCode: FailureCode } {
  const text: FailureText = failures[code](facts)
  const details = facts.report ? `${text.details} It reported: ${facts.report}` : text.details
  return { ...text, details, errorCode: code }
}
