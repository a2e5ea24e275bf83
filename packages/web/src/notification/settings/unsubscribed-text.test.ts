import { expect, it } from 'vitest'
import { unsubscribedText } from './unsubscribed-text.ts'

it.each([
  ['article', 'How we cut a release', 'You won’t receive emails about “How we cut a release” any more.'],
  ['article', null, 'You won’t receive emails about this article any more.'],
  ['all', null, 'You won’t receive notification emails any more.'],
] as const)('says that mails of %s (%s) have ended', (what, title, text) => {
  expect(unsubscribedText({ what, title })).toBe(text)
})
