import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { expectVisible, heading } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { createComment } from '../../comment/comment.fixture.ts'
import { buildArticle } from './draft/draft.fixture.ts'

it('leads home from an article that is missing, and says so', async () => {
  await openPage('/article/art5678901/edit', { answers: { 'article.saveDraft': refuse('not_found') } })
  await expectVisible('This article no longer exists')
  await expectVisible(heading('How can I help?'))
  expect(location.pathname).toBe('/')
})

it.each([
  ['forbidden', 'You can view this article but not edit it'],
  ['article_archived', 'The article is archived. Unarchive it to edit it.'],
] as const)(
  'leads people who may only read an article to it and to what the URL names there, and says why: %s',
  async (code, reason) => {
    const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
    const article = buildArticle({ isDraft: false, workspace })
    const comment = createComment('c1', { articleId: article.id })
    await openPage('/article/art5678901/edit?showComment=c1', {
      answers: {
        ...workspaceAnswers([workspace], [aTreeEntry({ id: article.id, shortId: article.shortId })]),
        'article.saveDraft': refuse(code),
        'article.get': { article },
        'comment.count': { commentsCount: 1 },
        'comment.list': { comments: [{ comment, profileImage: null }], isTruncated: false, before: null },
        'reaction.list': { reactions: [] },
        'notification.articleFollow': { follow: null },
      },
    })
    await expectVisible(reason)
    await expect.poll(() => location.pathname).toMatch(/^\/b\/runbooks\/runbooks\/art5678901/)
    await expectVisible(page.getByRole('article', { name: /^Comment by/ }))
    await expect.poll(() => location.search).toBe('')
  },
)
