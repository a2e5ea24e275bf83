import { expect, it } from 'vitest'
import { noResponse, refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, heading, link, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const missing = heading('This article was deleted or moved')
const url = '/b/runbooks/runbooks/gone/replace-a-meter'
const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
const other = aTreeEntry({ id: 'other', title: 'Mount a gateway' })
const answers = {
  ...workspaceAnswers([{ ...workspace, order: [{ value: other.id, items: [] }] }], [other]),
  'article.get': refuse('not_found'),
} as const

it('a missing article keeps its URL and offers the workspace, the search and Home', async () => {
  await openPage(url, { answers })
  await expectVisible(missing)
  await expect.element(link('Open workspace')).toHaveAttribute('href', '/b/runbooks/runbooks')
  await expect.element(link('Back to home')).toHaveAttribute('href', '/')
  expect(location.pathname).toBe(url)
  await person.click(button('Search', { exact: true }).last())
  await expectVisible(dialog('Search'))
})

it('an article that was deleted while it was read is replaced by what to do next', async () => {
  const article = buildArticle({ ...aTreeEntry({ id: 'gone', title: 'Replace a meter' }), isDraft: false, workspace })
  const { server, sockets } = await openPage('/b/runbooks/runbooks/gone/article/notes', {
    answers: {
      ...answers,
      'article.get': { article },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Replace a meter'))
  const watch = JSON.stringify({ type: 'watch', articleId: article.id })
  const watching = () => sockets.find(({ sent }) => sent.some((message) => JSON.stringify(message) === watch))
  await expect.poll(watching, { timeout: 10_000 }).toBeDefined()
  watching()?.receive({ type: 'watching', articleId: article.id, hash: 'a' })
  watching()?.receive({ type: 'published', articleId: article.id, hash: 'b' })
  server.answer({ 'article.get': refuse('not_found') })
  await person.click(button('Reload'))
  await expectVisible(missing)
  await expectGone(heading('Replace a meter'))
})

it('offers to try again when the workspace of a missing article cannot be loaded', async () => {
  const { server } = await openPage(url, { answers: { ...answers, 'workspace.browse': noResponse() } })
  await expectVisible('The article could not be loaded.')
  expect(location.pathname).toBe(url)
  server.answer(answers)
  await person.click(button('Try again').last())
  await expectVisible(missing)
})
