import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OrderEntry } from '@knowreel/shared/workspace/order-tree.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, heading, menuItem, person } from '../../../test/person.ts'
import { aTreeEntry, aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'

const titles = ['Restart a gateway', 'Read a meter by hand', 'Call the carrier', 'Close a ticket']
const articles = titles.map((title) => aTreeEntry({ id: title, title }))
const flat = (ids: readonly string[]): OrderEntry[] => ids.map((value) => ({ value, items: [] }))

const tree = (title: string) => page.getByRole('treeitem', { name: title })
const expectTree = (...expected: string[]) =>
  expect
    .poll(() =>
      page
        .getByRole('treeitem')
        .elements()
        .map((element) => (element as HTMLElement).innerText.trim()),
    )
    .toEqual(expected)
const expectNotSorting = () => expectGone(heading('Reorder articles'))

async function openMenu() {
  await person.click(page.getByRole('complementary').getByRole('button', { name: 'Actions for Support runbooks' }))
}

async function openSorting() {
  const workspaces = [aWorkspace({ id: 'runbooks', title: 'Support runbooks', order: flat(titles) })]
  const { server } = await openPage('/workspace/runbooks', { answers: workspaceAnswers(workspaces, articles) })
  await startSorting()
  return { server, workspaces }
}

async function startSorting() {
  await openMenu()
  await person.click(menuItem('Reorder articles'))
  await expectVisible(heading('Reorder articles'))
}

it('changes the order by keys, and only Save keeps it', async () => {
  const { server } = await openSorting()
  await person.focus(tree('Close a ticket'))
  await person.press('Space', 'ArrowUp', 'ArrowUp', 'Space')
  await expectVisible('“Close a ticket”: position 2 of 4 at the top level.')
  await person.click(button('Cancel'))
  await expectNotSorting()
  await expectTree(...titles)
  expect(server.requests('workspace.saveOrder')).toEqual([])

  await startSorting()
  await person.focus(tree('Read a meter by hand'))
  await person.press('Alt+ArrowRight')
  await expectVisible(/position 1 of 1 under “Restart a gateway”/)
  await person.click(button('Save'))
  await expectNotSorting()
  await expect.element(tree('Read a meter by hand')).toHaveAttribute('aria-level', '2')
  await expectTree(...titles)
  expect(server.requests('workspace.saveOrder').map(({ body }) => body)).toEqual([
    {
      baseRevision: 0,
      order: [
        { value: 'Restart a gateway', items: flat(['Read a meter by hand']) },
        ...flat(['Call the carrier', 'Close a ticket']),
      ],
    },
  ])
})

it('marks impossible moves, keeps the focus, and says why a move is impossible', async () => {
  await openSorting()
  const isImpossible = (name: string) => button(name).element().getAttribute('aria-disabled') === 'true'
  const impossibleMoves = () =>
    ['Move up', 'Move down', 'Move out', 'Nest under the article above'].filter(isImpossible)
  await person.focus(tree('Read a meter by hand'))
  await expect.poll(impossibleMoves).toEqual(['Move out'])
  await person.click(button('Move up'))
  await expect.poll(impossibleMoves).toEqual(['Move up', 'Move out', 'Nest under the article above'])
  await expect.element(button('Move up')).toHaveFocus()
  await person.press('Enter')
  await expectVisible(/can’t be moved there. It is the first here/)
  await person.focus(tree('Close a ticket'))
  await expect.poll(impossibleMoves).toEqual(['Move down', 'Move out'])
  await expect.element(button('Save')).toHaveAttribute('data-variant', 'filled')
})

it('changes the order by drag', async () => {
  await openSorting()
  await person.drag(tree('Close a ticket'), tree('Restart a gateway'), { at: { x: 120, y: 3 } })
  await person.drag(tree('Call the carrier'), tree('Close a ticket'), { at: { x: 120, y: 16 } })
  await expect.element(tree('Call the carrier')).toHaveAttribute('aria-level', '2')
  await person.click(button('Save'))
  await expectNotSorting()
  await expect.element(tree('Call the carrier')).toHaveAttribute('aria-level', '2')
  await expectTree('Close a ticket', 'Call the carrier', 'Restart a gateway', 'Read a meter by hand')
})

it('first shows the order that a colleague saved, and overwrites nothing unseen', async () => {
  const { server, workspaces } = await openSorting()
  const theirs = flat(['Restart a gateway', 'Call the carrier', 'Read a meter by hand', 'Close a ticket'])
  workspaces[0] = aWorkspace({ ...workspaces[0], order: theirs, orderRevision: 1 })
  await person.focus(tree('Close a ticket'))
  await person.press('Alt+ArrowUp')
  await person.click(button('Save'))
  await expectVisible(/Someone else/)
  await person.click(button('Take theirs'))
  await person.focus(tree('Close a ticket'))
  await person.press('Alt+ArrowUp')
  await person.click(button('Save'))
  await expectNotSorting()
  await expectTree('Restart a gateway', 'Call the carrier', 'Close a ticket', 'Read a meter by hand')
  expect(server.requests('workspace.saveOrder').map(({ body }) => body.baseRevision)).toEqual([0, 1])
})

it('applies the moves to the order that a colleague saved, and a second Save keeps both', async () => {
  const { server, workspaces } = await openSorting()
  const theirs = flat(['Restart a gateway', 'Read a meter by hand', 'Close a ticket', 'Call the carrier'])
  workspaces[0] = aWorkspace({ ...workspaces[0], order: theirs, orderRevision: 1 })
  await person.focus(tree('Restart a gateway'))
  await person.press('Alt+ArrowDown')
  await person.click(button('Save'))
  await expectVisible(/Your order includes their changes/)
  await expectTree('Read a meter by hand', 'Restart a gateway', 'Close a ticket', 'Call the carrier')
  await person.click(button('Save'))
  await expectNotSorting()
  expect(server.requests('workspace.saveOrder').map(({ body }) => body)[1]).toEqual({
    baseRevision: 1,
    order: flat(['Read a meter by hand', 'Restart a gateway', 'Close a ticket', 'Call the carrier']),
  })
})

it('names the moves that a colleague made impossible', async () => {
  const { workspaces } = await openSorting()
  const theirs = [
    { value: 'Restart a gateway', items: flat(['Read a meter by hand']) },
    ...flat(['Call the carrier', 'Close a ticket']),
  ]
  workspaces[0] = aWorkspace({ ...workspaces[0], order: theirs, orderRevision: 1 })
  await person.focus(tree('Restart a gateway'))
  await person.press('Alt+ArrowDown', 'Alt+ArrowRight')
  await person.click(button('Save'))
  await expectVisible('No longer possible and left out: “Restart a gateway”.')
  await expectTree('Restart a gateway', 'Read a meter by hand', 'Call the carrier', 'Close a ticket')
})

it('is offered only if two articles are not archived', async () => {
  const workspace = aWorkspace({ id: 'runbooks', title: 'Support runbooks', order: flat(titles.slice(0, 2)) })
  await openPage('/workspace/runbooks', {
    answers: workspaceAnswers(
      [workspace],
      [aTreeEntry({ id: titles[0], title: titles[0] }), aTreeEntry({ title: 'Fax the carrier', isArchived: true })],
    ),
  })
  await openMenu()
  await expectVisible(menuItem('Archive', { exact: true }))
  await expectGone(menuItem('Reorder articles'))
  await person.click(menuItem('Show archived articles'))
  await expectVisible(tree('Fax the carrier'))
})
