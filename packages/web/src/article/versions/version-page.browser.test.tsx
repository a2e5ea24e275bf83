import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { toastStore } from '../../ui/toast/toast.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', title: 'Support runbooks' })
const article = buildArticle({ isDraft: false, workspace })
const answers = {
  ...workspaceAnswers([workspace]),
  'article.get': { article },
  'articleVersion.list': { versions: [], currentChanges: null },
}

it('reports that a version is being loaded', async () => {
  const never = new Promise<never>(() => {})
  await openPage('/article/art5678901/v/3/edit', { answers: { ...answers, 'articleVersion.get': () => never } })
  await expectVisible('Loading Article Version')
})

it('opens the article for editing when a version could not be loaded, and says so', async () => {
  const never = new Promise<never>(() => {})
  await openPage('/article/art5678901/v/3/edit', {
    answers: {
      ...answers,
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'articleVersion.get': refuse('not_found'),
      // The edit page stays on its skeleton: an error of its own would replace the message.
      'article.saveDraft': () => never,
    },
  })
  await expectVisible(page.getByRole('alert').filter({ hasText: 'This version could not be loaded' }))
  await expect.poll(() => location.pathname).toBe('/article/art5678901/edit')
})

it('restores a version that a colleague deleted without an error message', async () => {
  const version = {
    version: 1,
    time: '2026-11-27T20:00:00.000Z',
    author: null,
    profileImage: null,
    articleId: article.id,
    changes: null,
  }
  const { server } = await openPage('/article/art5678901/v/1/edit', {
    answers: {
      ...answers,
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      'notification.articleFollow': { follow: null },
      'articleVersion.get': { article: { ...article, articleId: article.id, missingVideos: 0 }, version },
      'article.save': { article },
      'articleVersion.remove': refuse('not_found'),
    },
  })
  const messages: string[] = []
  toastStore.subscribe((toast) => toast && messages.push(toast.text))
  await person.click(button('Restore', { exact: true }))
  await person.click(button('Restore version'))
  await expectVisible('The version has been restored')
  expect(server.requests('articleVersion.remove')).toHaveLength(1)
  expect(messages).toEqual(['The version has been restored'])
})
