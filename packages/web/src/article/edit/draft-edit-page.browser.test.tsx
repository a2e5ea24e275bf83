import { expect, it } from 'vitest'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { openPage } from '../../../test/open-page.tsx'
import { expectVisible, heading } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from './draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', isArchived: true })
const { abilities } = buildArticle()
const readOnly = { workspace, abilities: { ...abilities, editArticles: false } }
const original = buildArticle({ ...readOnly, id: 'original', shortId: 'pub5678901', isDraft: false })

function openDraftOf(draft: Partial<Article>) {
  return openPage('/draft/art5678901', {
    answers: {
      ...workspaceAnswers([workspace], [aTreeEntry({ id: original.id, shortId: original.shortId })]),
      'draft.get': { article: buildArticle({ ...readOnly, ...draft }) },
      'article.get': { article: original },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
}

it('leads from a draft of an archived workspace to the article, and says so', async () => {
  const { server } = await openDraftOf({ original: { id: original.id, shortId: original.shortId } })
  await expectVisible('The workspace of this draft is archived. Unarchive it to edit the draft.')
  await expect.poll(() => location.pathname).toMatch(/^\/b\/runbooks\/runbooks\/pub5678901/)
  await expectVisible(heading('Escalation policy', 1))
  expect(server.requests('article.saveDraft')).toEqual([])
})

it('leads to the drafts if the article was never published', async () => {
  await openDraftOf({})
  await expectVisible('The workspace of this draft is archived. Unarchive it to edit the draft.')
  await expect.poll(() => location.pathname).toBe('/drafts')
})
