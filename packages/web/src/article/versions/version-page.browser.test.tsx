import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, person } from '../../../test/person.ts'
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

const version = {
  version: 1,
  time: '2026-11-27T20:00:00.000Z',
  author: null,
  profileImage: null,
  articleId: article.id,
  changes: null,
}
const openVersion = (shown = article) =>
  openPage('/article/art5678901/v/1/edit', {
    width: 1440,
    height: 900,
    answers: {
      ...answers,
      'article.get': { article: shown },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      'notification.articleFollow': { follow: null },
      'articleVersion.get': { article: { ...shown, articleId: article.id, missingVideos: 0 }, version },
      'article.save': { article },
      'articleVersion.remove': refuse('not_found'),
    },
  })

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
  const { server } = await openVersion()
  const messages: string[] = []
  toastStore.subscribe((toast) => toast && messages.push(toast.text))
  await person.click(button('Restore', { exact: true }))
  await person.click(button('Restore version'))
  await expectVisible('The version has been restored')
  expect(server.requests('articleVersion.remove')).toHaveLength(1)
  expect(messages).toEqual(['The version has been restored'])
})

it('shows a version of an archived article without actions that would change it', async () => {
  await openVersion({ ...article, isArchived: true })
  await expectVisible(page.getByRole('region', { name: 'Version' }))
  await expectGone(button('Restore', { exact: true }))
  await expectGone(button('Delete version'))
})

it('reloads the article when the panel leads back to the current version', async () => {
  const { server } = await openVersion()
  await expectVisible(button('Restore', { exact: true }))
  const panel = page.getByRole('complementary', { name: 'Versions' })
  server.answer({ 'article.get': { article: { ...article, title: 'Published again' } } })
  await person.click(panel.getByRole('link', { name: /^Current version/ }))
  await expectVisible(heading('Published again', 1))
  expect(location.pathname).toMatch(/^\/b\//)
})
