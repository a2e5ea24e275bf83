import { expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from './draft/draft.fixture.ts'

it('says on the publish button that people are notified', async () => {
  const workspace = aWorkspace({ id: 'runbooks', visibility: 'organization' })
  await openPage('/draft/art5678901', {
    width: 1440,
    height: 900,
    answers: {
      ...workspaceAnswers([workspace]),
      'draft.get': { article: buildArticle({ workspace }) },
      'draft.discardHash': { hash: 'a' },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
    },
  })
  await expectVisible(button('Publish and notify'))
  expect(button('Publish', { exact: true }).elements()).toEqual([])
})
