import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const notice = page.getByText('This article was updated.')

async function openArticle() {
  const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
  const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })
  const article = buildArticle({ ...entry, isDraft: false, workspace, hash: 'first' })
  const answerWith = (change: Partial<Article>) => ({ 'article.get': { article: { ...article, ...change } } })
  const opened = await openPage('/b/runbooks/runbooks/article-1/article/notes', {
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: entry.id, items: [] }] }], [entry]),
      ...answerWith({}),
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  const watch = JSON.stringify({ type: 'watch', articleId: article.id })
  const watching = () => opened.sockets.find(({ sent }) => sent.some((message) => JSON.stringify(message) === watch))
  await expect.poll(watching, { timeout: 10_000 }).toBeDefined()
  const send = (type: 'watching' | 'published', hash: string) =>
    watching()?.receive({ type, articleId: article.id, hash })
  return { ...opened, send, answerWith }
}

it('notifies a reader that a colleague published the article again, and shows the new content on request only', async () => {
  const { server, send, answerWith } = await openArticle()
  send('watching', 'first')
  await expectVisible(page.getByRole('heading', { name: 'Replace a meter' }))
  await expectGone(notice)
  server.answer(answerWith({ title: 'Replace two meters', hash: 'second' }))
  send('published', 'second')
  await expectVisible(notice)
  await expectVisible(page.getByRole('heading', { name: 'Replace a meter' }))
  await person.click(button('Reload'))
  await expectVisible(page.getByRole('heading', { name: 'Replace two meters' }))
  await expectGone(notice)
  send('published', 'second')
  send('published', 'third')
  await expectVisible(notice)
})
