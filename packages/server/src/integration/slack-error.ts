import type { SlackFailure } from '@knowreel/shared/workspace/workspace.calls.ts'

/** Slack did not do something. It holds only a code: errors of the library contain requests, which contain the token. */
export class SlackError extends Error {
  override name = 'SlackError'
  readonly kind: 'refused' | 'limited' | 'unreachable'
  readonly code: string
  /** How long Slack asks to wait; 0 unless it limits requests. */
  readonly retryAfterSeconds: number

  private constructor(kind: SlackError['kind'], code: string, retryAfterSeconds = 0) {
    super(`Slack: ${code}`)
    this.kind = kind
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  static readonly refused = (code: string) => new SlackError('refused', code)
  static readonly unreachable = (code: string) => new SlackError('unreachable', code)
  static readonly limited = (seconds: number) =>
    new SlackError('limited', 'ratelimited', Number.isFinite(seconds) && seconds > 0 ? seconds : usualWaitSeconds)
}

const usualWaitSeconds = 30

/** Slack's own faults, which it also reports with status 200. */
const temporaryCodes = new Set(['internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])

export async function toSlackError(error: unknown): Promise<SlackError> {
  const { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError } = await import('@slack/web-api')
  if (error instanceof WebAPIRateLimitedError) return SlackError.limited(error.retryAfter)
  if (error instanceof WebAPIPlatformError) {
    const code = /^[a-z_]+$/.test(error.data.error) ? error.data.error : 'unknown_error'
    if (code === 'ratelimited' || code === 'rate_limited') return SlackError.limited(0)
    return temporaryCodes.has(code) ? SlackError.unreachable(code) : SlackError.refused(code)
  }
  if (error instanceof WebAPIHTTPError) {
    const code = `http_${error.statusCode}`
    return error.statusCode >= 500 ? SlackError.unreachable(code) : SlackError.refused(code)
  }
  return SlackError.unreachable('no_answer')
}

const failures: Readonly<Record<SlackFailure, readonly string[]>> = {
  revoked: ['token_revoked', 'token_expired', 'invalid_auth', 'not_authed', 'account_inactive', 'team_disabled'],
  channel_gone: [
    'channel_not_found',
    'not_in_channel',
    'is_archived',
    'channel_is_archived',
    'channel_is_limited_access',
    'action_prohibited',
    'restricted_action',
    'posting_to_general_channel_denied',
    'posting_to_channel_denied',
    // Answers of the webhook.
    'invalid_token',
    'no_service',
    'no_service_id',
    'no_active_hooks',
    'no_team',
    'user_not_found',
  ],
}

/** The failure of the connection that a refusal reveals; null if it concerns only this request. */
export function failureOf({ kind, code }: SlackError): SlackFailure | null {
  if (kind !== 'refused') return null
  if (failures.revoked.includes(code)) return 'revoked'
  return failures.channel_gone.includes(code) || code.startsWith('restricted_action') ? 'channel_gone' : null
}
