import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage, phone } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectNoText,
  expectVisible,
  expectText,
  field,
  heading,
  link,
  menuItem,
  option,
  person,
  row,
  texts,
  toast,
} from '../../../test/person.ts'
import { aPerson, aSession, aWorkspace, personOf } from '../../../test/samples.ts'
import { roleAnswers, workspaceAnswers } from '../../../test/workspace-answers.ts'

const titles = () => texts(page.getByRole('row').getByRole('link'))
const expectTitles = (...expected: string[]) => expect.poll(titles).toEqual(expected)

it('searches, filters and sorts the list, and keeps all of it in the URL', async () => {
  const session = aSession({ firstName: 'Ines', lastName: 'Okafor' })
  const ines = personOf(session)
  const jonas = aPerson({ firstName: 'Jonas', lastName: 'Weber' })
  const created = (day: number) => ({ createdAt: new Date(2026, 2, day).toISOString() })
  const { reload } = await openPage('/workspaces', {
    session,
    answers: workspaceAnswers([
      aWorkspace({ title: 'Support runbooks', visibility: 'organization', author: ines, ...created(3) }),
      aWorkspace({ title: 'Café and kitchen', visibility: 'public', author: jonas, ...created(9) }),
      aWorkspace({ title: 'Gateway 3', description: 'The support of gateways.', author: ines, ...created(5) }),
    ]),
  })
  const search = page.getByRole('searchbox', { name: 'Search workspaces' })
  const status = page.getByRole('main').getByRole('status')
  await expectText(status, '3 workspaces')
  await expectTitles('Café and kitchen', 'Gateway 3', 'Support runbooks')
  await person.click(button('Workspace', { exact: true }))
  await expect.element(page.getByRole('columnheader', { name: 'Workspace' })).toHaveAttribute('aria-sort', 'ascending')
  await expectTitles('Café and kitchen', 'Gateway 3', 'Support runbooks')
  await person.click(button('Workspace', { exact: true }))
  await expectTitles('Support runbooks', 'Gateway 3', 'Café and kitchen')

  await person.fill(search, 'cafe')
  await expectText(status, '1 of 3')
  await expectTitles('Café and kitchen')
  await person.fill(search, 'support')
  await expectText(status, '2 of 3')
  await person.click(button('Privacy', { exact: true }).first())
  await person.click(menuItem('Organization'))
  await expectTitles('Support runbooks')
  reload()
  await expect.element(search).toHaveValue('support')
  await expectTitles('Support runbooks')

  await person.click(button('Creator', { exact: true }).first())
  await person.click(menuItem('Jonas Weber'))
  await expectVisible('There are no matching results')
  await person.click(button('Clear filters'))
  await expectText(status, '3 workspaces')
  await expect.element(search).toHaveValue('')
})

it('shows twenty workspaces on a page, whose number is in the URL', async () => {
  const workspaces = Array.from({ length: 41 }, (_, at) =>
    aWorkspace({ title: `Workspace ${at + 1}`, createdAt: new Date(2026, 2, 1, 0, at).toISOString() }),
  )
  const { reload } = await openPage('/workspaces', { answers: workspaceAnswers(workspaces) })
  await expect.poll(() => titles().length).toBe(20)
  await person.click(button('Page 3'))
  await expectTitles('Workspace 1')
  expect(new URL(location.href).searchParams.get('page')).toBe('3')
  reload()
  await expectTitles('Workspace 1')
  await person.fill(page.getByRole('searchbox', { name: 'Search workspaces' }), 'workspace 41')
  await expectTitles('Workspace 41')
  expect(new URL(location.href).searchParams.get('page')).toBeNull()
})

it('puts the filters into a dialog on a phone, which shows how many remain', async () => {
  await openPage('/workspaces', {
    ...phone,
    answers: workspaceAnswers([
      aWorkspace({ title: 'Support runbooks', visibility: 'organization' }),
      aWorkspace({ title: 'Gateway 3' }),
    ]),
  })
  await person.click(button('Filters'))
  // The dialog takes the focus a task after it appears, and options close when their field loses it.
  await expect.poll(() => document.activeElement?.closest('[role=dialog]') ?? null).not.toBeNull()
  await person.click(dialog('Filters').getByRole('combobox', { name: 'Privacy' }))
  await person.click(option('Organization'))
  await person.click(dialog('Filters').getByRole('button', { name: 'Show 1 workspace' }))
  await expectVisible(button('Filters, 1'))
  await expectTitles('Support runbooks')
})

it('offers a viewer to copy the link, and nothing that changes the workspace', async () => {
  await openPage('/workspaces', { answers: workspaceAnswers([aWorkspace({ role: 'viewer' })]) })
  await person.click(button('Actions for Support runbooks'))
  await expectVisible(menuItem('Copy link'))
  await expectGone(menuItem('Edit workspace'))
  await expectGone(menuItem('Archive'))
})

it('archives a workspace after confirmation, and undoes it', async () => {
  const { server } = await openPage('/workspaces', {
    answers: workspaceAnswers([aWorkspace({ title: 'Gateway 1' }), aWorkspace({ title: 'Gateway 3' })]),
  })
  const archive = async () => {
    await person.click(button('Actions for Gateway 1'))
    await person.click(menuItem('Archive'))
    await person.click(dialog('Archive “Gateway 1”?').getByRole('button', { name: 'Archive' }))
    await expectVisible(toast('Workspace archived'))
  }
  await archive()
  await person.click(button('Undo'))
  await expectNoText(row('Gateway 1'), 'Archived')
  await archive()
  await expectText(row('Gateway 1'), 'Archived')
  expect(server.requests('workspace.setArchived').map(({ body }) => body.isArchived)).toEqual([true, false, true])
})

it('creates a workspace from the menu in the header, private at first', async () => {
  const { server } = await openPage('/', { answers: workspaceAnswers([]) })
  await person.click(button('Create', { exact: true }))
  await person.click(menuItem('Create a workspace'))
  const form = dialog('Create a workspace')
  await person.click(form.getByRole('button', { name: 'Create workspace' }))
  await expectVisible(form.getByText('The workspace title is required'))
  await expect.element(form.getByLabelText('Title')).toHaveFocus()
  await person.type('Support runbooks')
  await person.fill(form.getByLabelText('Description'), 'What to do when a meter is silent.')
  await expect.element(form.getByRole('combobox', { name: 'Visibility' })).toHaveValue('Private')
  await person.click(form.getByRole('button', { name: 'Create workspace' }))

  await expectVisible(heading('Support runbooks', 1))
  await expectVisible("You don't have any articles in this workspace.")
  expect(server.requests('workspace.create').map(({ body }) => body)).toEqual([
    { title: 'Support runbooks', description: 'What to do when a meter is silent.', visibility: 'private' },
  ])
  await person.click(link('Workspaces'))
  await expectText(row('Support runbooks'), 'Private')
})

it('asks before deleting a workspace, and returns the focus after Cancel', async () => {
  const workspaces = [aWorkspace({ title: 'My Private Workspace' })]
  const { server } = await openPage('/workspaces', { answers: workspaceAnswers(workspaces) })
  server.answer({
    ...roleAnswers({ people: [] }),
    // The server creates another one in place of the last.
    'workspace.remove': () => {
      workspaces.splice(0, 1, aWorkspace({ id: 'another', title: 'My Private Workspace' }))
      return { success: true }
    },
  })
  await person.click(button('Actions for My Private Workspace'))
  await person.click(menuItem('Edit workspace'))
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete workspace' })
  await person.click(remove)
  const question = dialog('Delete “My Private Workspace”?')
  await expectText(question, 'This cannot be undone.')
  await person.press('Escape')
  await expectGone(question)
  await expect.element(remove).toHaveFocus()
  await person.press('Enter')
  await person.click(question.getByRole('button', { name: 'Delete workspace' }))
  await expectVisible(toast('“My Private Workspace” was deleted'))
  await person.click(button('Actions for My Private Workspace'))
  await person.click(menuItem('Edit workspace'))
  await expect.element(field('Title')).toHaveValue('My Private Workspace')
  expect(location.pathname).toBe('/workspace/another/edit')
})
