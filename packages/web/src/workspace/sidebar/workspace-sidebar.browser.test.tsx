import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, link, person, row, texts, toast } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

const sidebar = page.getByRole('navigation', { name: 'Workspaces' })
const titles = () => texts(sidebar.getByRole('link'))
const item = (title: string) => page.getByRole('listitem').filter({ hasText: title })

it('shows an empty state when all workspaces are archived', async () => {
  await openPage('/workspace/new', {
    answers: workspaceAnswers([aWorkspace({ title: 'Gateway 1', isArchived: true })]),
  })
  await expectVisible("You don't have any workspaces yet.")
})

it('shows favourites first and the rest as arranged, by keys or by drag', async () => {
  const workspaces = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((title, day) =>
    aWorkspace({ title, createdAt: new Date(2026, 2, day + 1).toISOString() }),
  )
  const { server, open, reload } = await openPage('/workspaces', { answers: workspaceAnswers(workspaces) })
  await person.hover(row('Beta'))
  await person.click(button('Favourite: Beta'))
  await expect.element(button('Favourite: Beta')).toHaveAttribute('aria-pressed', 'true')
  expect(server.requests('workspace.favorite').map(({ body }) => body.isFavorite)).toEqual([true])
  open('/workspace/new')
  const favourites = page.getByRole('region', { name: 'Favourites' })
  await expect.poll(() => texts(favourites.getByRole('link'))).toEqual([expect.stringMatching(/Beta$/)])
  const expectTitles = (...expected: string[]) =>
    expect.poll(() => titles().map((title) => title.slice(1))).toEqual(expected)
  await expectTitles('Beta', 'Delta', 'Gamma', 'Alpha')

  await person.focus(button('Move Alpha'))
  await person.press('ArrowUp')
  await expect.element(button('Move Alpha')).toHaveFocus()
  await person.press('ArrowUp')
  await expect.element(page.getByText('“Alpha”: position 1 of 3.')).toBeInTheDocument()
  await person.drag(item('Delta'), item('Gamma'), { at: { x: 40, y: 28 } })
  await expectTitles('Beta', 'Alpha', 'Gamma', 'Delta')
  reload()
  await expectTitles('Beta', 'Alpha', 'Gamma', 'Delta')
})

it('omits archived workspaces, whose pages are read-only until they are unarchived', async () => {
  const { open } = await openPage('/workspace/new', {
    answers: workspaceAnswers([
      aWorkspace({ id: 'one', title: 'Gateway 1', isArchived: true }),
      aWorkspace({ title: 'Gateway 3' }),
    ]),
  })
  await expectVisible(link('Gateway 3'))
  await expectGone(link('Gateway 1'))
  open('/workspace/one')
  await expectVisible('This workspace is archived and read-only.')
  await expectGone(button('Create an article'))
  await person.click(button('Unarchive'))
  await expectVisible(toast('Workspace unarchived'))
  await expectVisible(page.getByRole('main').getByRole('button', { name: 'Create an article' }))
})
