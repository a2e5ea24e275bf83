import { expect, it } from 'vitest'
import { endedText } from './ended-text.ts'

it.each([
  ['article', 'How we cut a release', 'You get no more mails about “How we cut a release”.'],
  ['article', null, 'You get no more mails about this article.'],
  ['all', null, 'You get no more notification mails.'],
] as const)('says that mails of %s (%s) have ended', (what, title, text) => {
  expect(endedText({ what, title })).toBe(text)
})
