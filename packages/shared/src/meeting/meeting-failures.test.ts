import { expect, test } from 'vitest'
import { describeFailure, failureCodes } from './meeting-failures.ts'

test.each(failureCodes)('%s says what happened, what was observed and what to do', (code) => {
  const { errorCode, reason, details, suggestedAction } = describeFailure(code, {})
  expect(errorCode).toBe(code)
  expect(reason).toMatch(/^[A-Z][^.]*[^.]$/)
  for (const text of [details, suggestedAction]) expect(text).toMatch(/^[A-Z].*\.$/)
})

test('facts complete the texts', () => {
  const { details, suggestedAction } = describeFailure('lobby_timeout', { botName: 'Halden notetaker', minutes: 1 })
  expect(details).toBe('The bot waited in the lobby for 1 minute, and nobody answered its request to join.')
  expect(suggestedAction).toContain('“Halden notetaker”')
  expect(describeFailure('provider_failed', { report: 'bot_kicked' }).details).toMatch(/It reported: bot_kicked$/)
})
