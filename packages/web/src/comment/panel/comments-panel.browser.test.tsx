import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, heading, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../../article/edit/draft/draft.fixture.ts'
import { createComment } from '../comment.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', title: 'Support runbooks' })
const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })
const article = buildArticle({ ...entry, isDraft: false, workspace })
const comment = createComment('1', { articleId: entry.id })

it('moves nothing under the pointer: the box does not take the focus once something else was pressed', async () => {
  await openPage('/b/runbooks/runbooks/article-1', {
    width: 1440,
    height: 900,
    answers: {
      ...workspaceAnswers([{ ...workspace, order: [{ value: 'article-1', items: [] }] }], [entry]),
      'article.get': { article },
      'comment.count': { commentsCount: 1 },
      'comment.list': { comments: [{ comment, profileImage: null }], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
  await expectVisible(heading('Replace a meter', 1))
  await person.click(button('1 comment', { exact: true }))
  await person.click(button('React'))
  const opened = performance.now()
  // The box takes the focus half a second after it appeared.
  await expect.poll(() => performance.now() - opened).toBeGreaterThan(800)
  await expectVisible(page.getByRole('dialog').getByRole('button', { name: 'Fire' }))
  // Its toolbar is shown with the focus.
  await expect.element(page.getByRole('toolbar', { name: 'Formatting' })).not.toBeInTheDocument()
})
