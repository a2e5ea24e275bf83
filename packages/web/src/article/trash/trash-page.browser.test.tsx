import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { DeletedArticle } from '@knowreel/shared/article/trash.calls.ts'
import { noResponse, refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectText,
  expectVisible,
  heading,
  link,
  menuItem,
  person,
  row,
} from '../../../test/person.ts'
import { aPerson, aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

const workspace = aWorkspace({ id: 'kurse', shortId: 'kurse', slug: 'kurse', title: 'Kurse' })
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

const aDeleted = (change: Partial<DeletedArticle> = {}): DeletedArticle => ({
  id: 'löten',
  title: 'Löten lernen',
  icon: null,
  duration: 0,
  nested: 0,
  deletedAt: daysAgo(2),
  deletedBy: aPerson({ firstName: 'Yuki', lastName: 'Tanaka', name: 'Yuki Tanaka' }),
  ...change,
})

/** A trash that forgets what is restored. */
function trashAnswers(deleted: DeletedArticle[]) {
  return {
    ...workspaceAnswers([workspace]),
    'trash.list': ({ query }: { query: { page?: unknown } }) => {
      const first = (Number(query.page ?? 1) - 1) * 20
      return { articles: deleted.slice(first, first + 20), count: deleted.length }
    },
    'trash.restore': ({ params }: { params: { id: string } }) => {
      const index = deleted.findIndex(({ id }) => id === params.id)
      const [restored] = deleted.splice(index, 1)
      const ids = [params.id, ...Array.from({ length: restored?.nested ?? 0 }, (_, at) => `under ${at}`)]
      return { success: true as const, articleIds: ids, workspaceOrder: ids.map((value) => ({ value, items: [] })) }
    },
  }
}

it('shows what was deleted, by whom, with how much under it, and until when it is kept', async () => {
  // An hour before midnight or after it, 'an hour ago' is yesterday.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(new Date().setHours(12, 0))
  const answers = trashAnswers([
    aDeleted({ nested: 3, deletedAt: daysAgo(1 / 24) }),
    aDeleted({ id: 'video', title: '', duration: 61_000, deletedBy: null, deletedAt: daysAgo(29) }),
  ])
  await openPage('/workspace/kurse/trash', { answers })
  await expectVisible(heading('Trash of Kurse'))
  await expectVisible('Deleted articles are kept for 30 days')
  await expectText(row('Löten lernen'), 'with 3 sub-articles')
  await expectText(row('Löten lernen'), 'Yuki Tanaka')
  await expectText(row('Löten lernen'), 'an hour ago')
  await expectText(row('Untitled'), 'Unknown')
  await expect.element(link('Open workspace')).toHaveAttribute('href', '/b/kurse/kurse')
})

it('restores an article with all under it and offers to open it', async () => {
  const { server } = await openPage('/workspace/kurse/trash', { answers: trashAnswers([aDeleted({ nested: 1 })]) })
  await person.click(button('Restore “Löten lernen”'))
  await expectVisible('2 articles have been restored')
  await expectVisible(button('Open', { exact: true }))
  await expectVisible('No article was deleted in the last 30 days.')
  expect(server.requests('trash.restore').map(({ params }) => params.id)).toEqual(['löten'])
})

it('says why an article could not be restored, and shows the trash as it is now', async () => {
  const deleted = [aDeleted()]
  const answers = { ...trashAnswers(deleted), 'trash.restore': refuse('not_found') }
  await openPage('/workspace/kurse/trash', { answers })
  await expectVisible(row('Löten lernen'))
  deleted.length = 0
  await person.click(button('Restore “Löten lernen”'))
  await expectVisible('No article was deleted in the last 30 days.')
})

it('has pages of twenty and stays on one that exists', async () => {
  const deleted = Array.from({ length: 21 }, (_, index) => aDeleted({ id: `a${index}`, title: `Kapitel ${index}` }))
  await openPage('/workspace/kurse/trash', { answers: trashAnswers(deleted) })
  await expectVisible('1–20 of 21')
  await person.click(button('Next page'))
  await expectVisible(row('Kapitel 20'))
  await person.click(button('Restore “Kapitel 20”'))
  await expectVisible(row('Kapitel 19'))
})

it('says that it is empty', async () => {
  await openPage('/workspace/kurse/trash', { answers: trashAnswers([]) })
  await expectVisible('No article was deleted in the last 30 days.')
})

it('can be tried again when it cannot be loaded', async () => {
  const answers = trashAnswers([aDeleted()])
  const { server } = await openPage('/workspace/kurse/trash', { answers: { ...answers, 'trash.list': noResponse() } })
  await expectVisible('The deleted articles could not be loaded.')
  server.answer(answers)
  await person.click(button('Try again'))
  await expectVisible(row('Löten lernen'))
})

it('is for people who may edit articles', async () => {
  const answers = { ...trashAnswers([]), 'trash.list': refuse('forbidden') }
  await openPage('/workspace/kurse/trash', { answers })
  await expectVisible('Only people who can edit articles see what was deleted here.')
})

it('is not shown in an archived workspace', async () => {
  const answers = { ...trashAnswers([]), 'trash.list': refuse('workspace_archived') }
  await openPage('/workspace/kurse/trash', { answers })
  await expectVisible('The workspace is archived')
})

it('is in the menu of a workspace, and what was just deleted can be restored at once', async () => {
  const article = aTreeEntry({ id: 'löten', title: 'Löten lernen' })
  const deleted: DeletedArticle[] = []
  const answers = {
    ...trashAnswers(deleted),
    ...workspaceAnswers([{ ...workspace, order: [{ value: article.id, items: [] }] }], [article]),
    'notification.articleFollow': { follow: null },
    'article.remove': () => {
      deleted.push(aDeleted())
      return { success: true as const, articleIds: [article.id], workspaceOrder: [] }
    },
  }
  const { server } = await openPage('/workspace/kurse', { answers })
  await person.hover(page.getByRole('treeitem', { name: 'Löten lernen' }))
  await person.click(button('Actions for Löten lernen'))
  await person.click(menuItem('Delete'))
  await expectVisible('It can be restored from the trash for 30 days.')
  await person.click(dialog('Delete “Löten lernen”').getByRole('button', { name: 'Delete article' }))
  await expectVisible('The article is in the trash')
  await person.click(button('Undo'))
  await expectVisible('The article has been restored')
  expect(server.requests('trash.restore')).toHaveLength(1)
  await person.click(button('Actions for Kurse').first())
  await person.click(menuItem('Trash'))
  await expectVisible(heading('Trash of Kurse'))
})
