import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { longestTurnMs } from '../../test/longest-turn.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany } from '../company/company.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const company = await buildCompany(server.db)
const workspace = await buildWorkspace(server.db, { company })
const article = await buildArticle(server.db, { workspace })
const token = await server.signIn(company.owner, company)

// Few enough tags are accepted that no thread is needed.
test.each([
  ['paragraphs', '<p>word</p>'.repeat(1450)],
  ['styled spans', `<p>${'<span style="color:red">x</span>'.repeat(1400)}</p>`],
  ['lists and marks', '<ul><li><p><b><i>x</i></b></p></li></ul>'.repeat(290)],
  ['links', `<p>${'<a href="https://a.b/">x</a> '.repeat(1400)}</p>`],
])('the HTML of a comment keeps the main thread for 100 ms at most: %s', async (_what, content) => {
  const send = async () => {
    const sent = await server.call(
      'comment.create',
      { params: { articleId: article.id }, body: { newComment: { content } } },
      token,
    )
    expect(sent.status).toBe(200)
  }
  await send()
  expect(await longestTurnMs(send, { below: 100, runs: 12 })).toBeLessThan(100)
})
