import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { expectVisible } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', title: 'Support runbooks' })
const article = buildArticle({ isDraft: false, workspace })
const answers = {
  ...workspaceAnswers([workspace]),
  'article.get': { article },
  'articleVersion.list': { versions: [] },
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
