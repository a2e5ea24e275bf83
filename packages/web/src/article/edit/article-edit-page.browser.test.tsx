import { expect, it } from 'vitest'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { expectVisible, heading } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from './draft/draft.fixture.ts'

it('leads home from an article that is missing, and says so', async () => {
  await openPage('/article/art5678901/edit', { answers: { 'article.saveDraft': refuse('not_found') } })
  await expectVisible('This article no longer exists')
  await expectVisible(heading('How can I help?'))
  expect(location.pathname).toBe('/')
})

it('leads people who may only read an article to it, and says so', async () => {
  const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
  const article = buildArticle({ isDraft: false, workspace })
  await openPage('/article/art5678901/edit', {
    answers: {
      ...workspaceAnswers([workspace], [aTreeEntry({ id: article.id, shortId: article.shortId })]),
      'article.saveDraft': refuse('forbidden'),
      'article.get': { article },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible('You can view this article but not edit it')
  await expect.poll(() => location.pathname).toMatch(/^\/b\/runbooks\/runbooks\/art5678901/)
})
