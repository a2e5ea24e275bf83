import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, link, menuItem, person, texts } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { buildArticle } from '../edit/draft/draft.fixture.ts'

const entry = aTreeEntry({ id: 'article-1', title: 'Replace a meter' })
const workspace = aWorkspace({
  id: 'manuals',
  title: 'Manuals',
  visibility: 'public',
  company: 'another',
  role: null,
  order: [{ value: entry.id, items: [] }],
})
const article = buildArticle({
  ...entry,
  isDraft: false,
  workspace,
  abilities: { ...workspace.abilities, downloadRecording: false, comment: false },
})
const answers = {
  ...workspaceAnswers([workspace], [entry]),
  'article.get': { article },
  'comment.list': { comments: [], isTruncated: false, before: null },
  'comment.count': { commentsCount: 0 },
}
const items = () => texts(page.getByRole('menuitem'))

it('offers members of other companies what guests may do in a public workspace', async () => {
  const { server } = await openPage('/b/manuals/workspace/article-1', { answers })
  await expectVisible(heading('Replace a meter', 1))
  await expectVisible(page.getByRole('treeitem', { name: 'Replace a meter' }))
  await expectGone(button('Share'))
  await expectGone(button(/^Favourite/))
  await person.hover(page.getByRole('treeitem', { name: 'Replace a meter' }))
  await person.click(button('Actions for Replace a meter'))
  await expectVisible(menuItem('Copy link'))
  expect(items()).toEqual(['Copy link'])
  await person.press('Escape')
  await expectGone(menuItem('Copy link'))
  await person.click(button('Actions for Manuals'))
  await expectVisible(menuItem('Copy link'))
  expect(items()).not.toContain('Add to favourites')
  expect(items()).not.toContain('Follow')
  expect(server.requests('notification.articleFollow')).toEqual([])
  expect(server.requests('notification.workspaceFollow')).toEqual([])
})

it('offers them no favourite on a phone', async () => {
  await openPage('/workspace/manuals', { ...phone, answers })
  await expectVisible(heading('Manuals', 1))
  await expectVisible(link(/Replace a meter/))
  await expectGone(button(/^Favourite/))
})
