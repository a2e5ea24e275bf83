import { expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, field, heading, link, option, person, toast } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const readOnly = 'This workspace is archived and read-only.'

function openArticle(role: 'owner' | 'viewer') {
  const archived = aWorkspace({ id: 'runbooks', shortId: 'runbooks', slug: 'runbooks', role, isArchived: true })
  const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })
  const workspaces = [{ ...archived, order: [{ value: entry.id, items: [] }] }]
  const readArticle = () => {
    const workspace = workspaces[0] ?? archived
    const article = buildArticle({ ...entry, isDraft: false, workspace })
    return { ...article, abilities: { ...article.abilities, editArticles: workspace.abilities.editArticles } }
  }
  return openPage('/b/runbooks/runbooks/article-1/article/notes', {
    answers: {
      ...workspaceAnswers(workspaces, [entry]),
      'article.get': () => ({ article: readArticle() }),
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'notification.articleFollow': { follow: null },
    },
  })
}

it('an article of an archived workspace offers to unarchive the workspace, and can then be edited', async () => {
  const { server } = await openArticle('owner')
  await expectVisible(readOnly)
  await expectGone(link('Edit'))
  await person.click(button('Unarchive'))
  await expectVisible(toast('Workspace unarchived'))
  await expectVisible(link('Edit'))
  await expectGone(button('Unarchive'))
  expect(server.requests('workspace.setArchived').map(({ body }) => body)).toEqual([{ isArchived: false }])
})

it('people who may not unarchive the workspace only read that it is archived', async () => {
  await openArticle('viewer')
  await expectVisible(readOnly)
  await expectGone(button('Unarchive'))
})

it('offers no sharing of an article in an archived workspace, whose links do not open', async () => {
  await openArticle('owner')
  await expectVisible(button('Actions for Support runbooks'))
  await expectGone(button('Share'))
  await person.click(heading('Replace a meter', 1))
  await person.press('Control+k')
  await expect.element(field('Search or run a command')).toHaveFocus()
  await expectVisible(option(/^Copy link to this page/))
  await expectGone(option(/^Share/))
})
