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

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks' })
const article = buildArticle({ isDraft: false, workspace })
const { id, shortId } = article
const draft = buildArticle({
  id: '0198a7e2-0000-7000-8000-000000000002',
  shortId: 'dra5678901',
  original: { id, shortId },
  abilities: { ...article.abilities, editArticles: false },
})

it.each([
  ['an article', '/article/art5678901/edit', { 'article.saveDraft': refuse('forbidden') }],
  ['an article whose draft they open', '/draft/dra5678901?showComment=1', { 'draft.get': { article: draft } }],
])('leads people who may only read %s to it, and says so', async (_, address, answers) => {
  await openPage(address, {
    answers: {
      ...workspaceAnswers([workspace], [aTreeEntry({ id, shortId })]),
      ...answers,
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

it('leads to the drafts from one that can only be read', async () => {
  await openPage('/draft/dra5678901', {
    answers: { 'draft.get': { article: { ...draft, original: null } }, 'draft.list': { articles: [], count: 0 } },
  })
  await expectVisible('You can view this article but not edit it')
  await expect.poll(() => location.pathname).toBe('/drafts')
})
