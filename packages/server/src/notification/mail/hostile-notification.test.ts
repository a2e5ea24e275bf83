/** Uses every payload for everything that people choose themselves in an email: only its text may change. */
import { expect, test } from 'vitest'
import { xssPayloads } from '../../../test/xss/xss-payloads.ts'
import { invitationMail, newAccountMail } from '../../company-user/company-user.mails.ts'
import { renderMail } from '../../platform/mail/index.ts'
import { composeNotification } from './compose-notification.ts'
import type { UpdateRow } from './mail.queries.ts'

/** Tags with their attributes, in order; URLs must be http or https. */
function shape(html: string): string[] {
  const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
  const outside = html.replaceAll(/<[^>]*>/g, '').replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')
  expect(outside).not.toMatch(/[<>"']|&/)
  return tags.map((tag) => tag.replaceAll(/ href="https?:\/\/[^"<>]*"/g, ' href'))
}

const types = ['article_publish', 'article_shared', 'article_mention', 'comment_mention'] as const
const around = (isDigest: boolean) => ({
  publicAddress: 'https://know.example',
  tokenOf: () => 'token',
  isDigest,
})

function updatesWith(words: string): UpdateRow[] {
  return types.map((type) => ({
    type,
    reason: 'mention',
    eventId: '0193cf0a-0000-7000-8000-000000000001',
    // As stored: without line breaks.
    excerpt: words,
    by: words,
    articleId: '0193cf0a-0000-7000-8000-000000000002',
    articleShortId: 'abcdefghij',
    articleSlug: 'article',
    articleTitle: words,
    isDraft: false,
    workspace: { id: 'x', shortId: 'abcdefghij', title: words, visibility: 'organization', isArchived: false },
    sharedToken: null,
  }))
}

type Letter = { readonly html: string; readonly subject?: string; readonly headers?: object }

function lettersWith(words: string): Letter[] {
  const url = 'https://know.example/x'
  const person = { email: 'a@b.example', firstName: words, lastName: words }
  const letter = { to: person, from: person, companyTitle: words, url }
  return [
    composeNotification(updatesWith(words), around(false)),
    composeNotification(updatesWith(words), around(true)),
    ...updatesWith(words).map((row) => composeNotification([row], around(false))),
    invitationMail(letter),
    newAccountMail({ ...letter, hasPassword: false }),
    renderMail({
      title: words,
      paragraphs: [words],
      action: { label: words, url: `${url}?${encodeURIComponent(words)}` },
      footer: words,
      footerLinks: [{ label: words, url }],
    }),
  ]
}

test('no payload changes anything in an email except its text', () => {
  const plain = lettersWith('Plain words').map(({ html }) => shape(html))
  expect(plain.every((tags) => tags.length > 10)).toBe(true)
  for (const payload of xssPayloads) {
    const words = payload.toWellFormed().replaceAll(/\s+/g, ' ')
    const letters = lettersWith(words)
    expect(
      letters.map(({ html }) => shape(html)),
      payload,
    ).toEqual(plain)
    for (const { headers } of letters) expect(JSON.stringify(headers ?? {}), payload).not.toContain('pwned')
  }
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//x', 'x', 'file:///etc/passwd'])(
  'a mail does not link to %s',
  (url) => {
    const content = { title: 'x', paragraphs: [], action: { label: 'x', url } }
    expect(() => renderMail(content)).toThrow()
    expect(() => renderMail({ title: 'x', paragraphs: [], footerLinks: [{ label: 'x', url }] })).toThrow()
  },
)
