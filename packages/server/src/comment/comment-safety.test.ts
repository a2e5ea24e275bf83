/**
 * Sends hostile content through the input of comments and compares the output with the list of what notes may contain.
 */
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { findUnsafe } from '../../test/xss/safe-html.ts'
import { CANARY_HOST, xssPayloads } from '../../test/xss/xss-payloads.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { cleanComment } from './clean-comment.ts'

vi.setConfig({ testTimeout: 240_000 })

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const person = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner: person })
const token = await server.signIn(person, company)

const elements = new Set(['p', 'br', 'strong', 'em', 'u', 's', 'code', 'a', 'ul', 'ol', 'li', 'span'])

function expectSafe(html: string): void {
  expect(findUnsafe(html)).toEqual([])
  const others = [...html.matchAll(/<([a-z][a-z0-9]*)/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => !elements.has(name))
  expect(others, html).toEqual([])
}

test('no payload passes the parser of comments, alone or around a word', async () => {
  expect(xssPayloads.length).toBeGreaterThan(100)
  let written = 0
  for (const payload of xssPayloads) {
    for (const html of [payload, `<p>word ${payload} word</p>`, `<ul><li>${payload}</li></ul>`]) {
      const clean = await cleanComment(db, company.id, html).catch((error: unknown) => {
        // It contained no text, or far too many tags.
        expect(error).toMatchObject({ code: expect.stringMatching(/^comment_(?:empty|too_long)$/) as string })
        return null
      })
      if (clean === null) continue
      written += 1
      expectSafe(clean.content)
    }
  }
  expect(written).toBeGreaterThan(xssPayloads.length)
})

test('no payload passes the call, in a comment, a reply, a change or a quote', async () => {
  const article = await buildArticle(db, { workspace })
  const params = { articleId: article.id }
  const asked = `<img src="https://${CANARY_HOST}/x.png" onerror="window.__pwned(1)"><a href="javascript:window.__pwned(1)">a</a>`
  const hostile = `<p>word${asked}<script>window.__pwned(1)</script></p>`
  const quote = {
    text: hostile,
    paragraphKey: 'k',
    paragraphText: hostile,
    paragraphTextBefore: '',
    paragraphTextOffset: 0,
  }
  const first = await server.call(
    'comment.create',
    { params, body: { newComment: { content: hostile, quote } } },
    token,
  )
  const { id } = first.ok.articleComment
  const reply = { content: hostile, parentId: id }
  await server.call('comment.create', { params, body: { newComment: reply } }, token)
  await server.call(
    'comment.update',
    { params: { ...params, id }, body: { updatedContent: { content: `<h1>x</h1>${hostile}` } } },
    token,
  )
  const { comments } = (await server.call('comment.list', { params }, token)).ok
  expect(comments).toHaveLength(2)
  for (const { comment } of comments) {
    expectSafe(comment.content)
    expect(comment.content).not.toContain(CANARY_HOST)
    expect(comment.content).not.toContain('javascript:')
  }
  // The words of a quote are plain text and shown as such.
  expect(comments[0]?.comment.quote?.text).toBe(hostile)
})

test('stored content is unchanged when it is sent back', async () => {
  const html =
    '<p>One <strong>bold</strong> <em>and</em> <u>so</u> <s>on</s> <code>code</code> <a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">there</a><br>next</p><ul><li><p>a</p></li><li><p>b</p></li></ul><ol><li><p>c</p></li></ol>'
  const once = await cleanComment(db, company.id, html)
  expect(once.content).toBe(html)
  expect(once.plainText).toBe('One bold and so on code there\nnext\na\nb\nc')
  expect(await cleanComment(db, company.id, once.content)).toEqual(once)
})

test('headings, tables and images of a pasted page leave their text', async () => {
  const pasted =
    '<h2>Title</h2><table><tr><td>cell</td></tr></table><p>text<img src="/x.png" alt="picture"></p><pre>code</pre>'
  const { content, plainText } = await cleanComment(db, company.id, pasted)
  expectSafe(content)
  expect(plainText.split(/\s+/)).toEqual(['Title', 'cell', 'text', 'code'])
})
