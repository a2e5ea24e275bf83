import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import {
  button,
  dialog,
  expectGone,
  expectVisible,
  expectText,
  field,
  heading,
  link,
  menuItem,
  option,
  person,
  toast,
} from '../../../test/person.ts'
import { aFinding, aGroup, aPerson, aRoleEntry, aSession, aWorkspace, personOf } from '../../../test/samples.ts'
import { roleAnswers, workspaceAnswers } from '../../../test/workspace-answers.ts'

const title = page.getByRole('textbox', { name: 'Title' })
const people = page.getByRole('region', { name: 'People and groups' })
const finder = people.getByRole('combobox', { name: 'Add people and groups' })
const roleOf = (name: string) => people.getByRole('combobox', { name: `Role of ${name}` })

async function openEditPage({ found = [], ...given }: Partial<Parameters<typeof roleAnswers>[0]> = {}) {
  const session = aSession()
  const holders = { people: [aRoleEntry(personOf(session), { role: 'owner' })], ...given, found }
  return openPage('/workspace/runbooks/edit', {
    session,
    answers: {
      ...workspaceAnswers([aWorkspace({ id: 'runbooks', title: 'Support runbooks' })]),
      ...roleAnswers(holders),
    },
  })
}

it('edits title and description with confirm and cancel', async () => {
  const { server } = await openEditPage()
  await person.fill(title, 'Runbooks of the night shift')
  await person.click(button('Cancel changing the title'))
  await expect.element(title).toHaveValue('Support runbooks')
  await expectGone(button('Save title'))

  await person.fill(title, '   ')
  await person.press('Enter')
  await expectVisible('The workspace title is required')
  await person.fill(title, 'Runbooks of the night shift')
  await person.click(button('Save title'))
  await expectVisible(toast('Workspace title is updated'))

  await person.fill(field('Description'), 'From ten in the evening to six.')
  await person.press('Control+Enter')
  await expectVisible(toast('Workspace description is updated'))
  expect(server.requests('workspace.save').map(({ body }) => body)).toEqual([
    { id: 'runbooks', title: 'Runbooks of the night shift' },
    { id: 'runbooks', description: 'From ten in the evening to six.' },
  ])
})

it('leads people who may not edit the workspace to the list, and says why', async () => {
  await openPage('/workspace/runbooks/edit', {
    session: aSession(),
    answers: workspaceAnswers([aWorkspace({ id: 'runbooks', title: 'Support runbooks', role: 'editor' })]),
  })
  await expectVisible('You can’t edit this workspace')
  await expectVisible(heading('Workspaces'))
})

it.each([
  ['forbidden', 'You can’t edit this workspace'],
  ['workspace_not_found', "You don't have access to this workspace"],
  ['workspace_archived', 'You can’t edit this workspace'],
] as const)('leads to the list when loading is refused as %s', async (code, message) => {
  await openPage('/workspace/runbooks/edit', { answers: { ...workspaceAnswers([]), 'workspace.get': refuse(code) } })
  await expectVisible(message)
  await expect.poll(() => location.pathname).toBe('/workspaces')
})

it('offers to load again when there were too many requests', async () => {
  const answers = workspaceAnswers([aWorkspace({ id: 'runbooks', title: 'Support runbooks' })])
  const { server } = await openPage('/workspace/runbooks/edit', {
    answers: { ...answers, ...roleAnswers({ people: [] }), 'workspace.get': refuse('too_many_requests') },
  })
  await expectVisible('The workspace could not be loaded.')
  server.answer({ 'workspace.get': answers['workspace.get'] })
  await person.click(button('Try again'))
  await expect.element(title).toHaveValue('Support runbooks')
})

it('offers to unarchive or delete an archived workspace, which cannot be edited', async () => {
  const workspaces = [aWorkspace({ id: 'runbooks', title: 'Support runbooks', isArchived: true })]
  const { server } = await openPage('/workspaces', { answers: workspaceAnswers(workspaces) })
  server.answer({ ...roleAnswers({ people: [] }), 'workspace.remove': { success: true } })
  await person.click(button('Actions for Support runbooks'))
  await person.click(menuItem('Edit workspace'))
  await expectVisible('This workspace is archived and read-only.')
  await expectVisible(heading('Support runbooks'))
  await expect.element(button('Unarchive')).toBeVisible()
  await expectGone(title)
  await person.click(page.getByRole('main').getByRole('button', { name: 'Delete workspace' }))
  await person.click(dialog('Delete “Support runbooks”?').getByRole('button', { name: 'Delete workspace' }))
  await expectVisible(toast('“Support runbooks” was deleted'))
})

it('asks before leaving an unsaved title', async () => {
  await openEditPage()
  await person.fill(title, 'Runbooks of the night shift')
  await person.click(link('Drafts'))
  await expectText(dialog(), 'The title you typed is not saved.')
  await person.press('Escape')
  await expect.element(title).toHaveValue('Runbooks of the night shift')
})

it('saves the visibility when it is chosen', async () => {
  const { server } = await openEditPage()
  await person.click(page.getByRole('combobox', { name: 'Visibility' }))
  await person.click(option('Organization'))
  await expectVisible(toast('Workspace visibility is updated'))
  expect(server.requests('workspace.save').map(({ body }) => body.visibility)).toEqual(['organization'])
})

it('redirects people who can only read from the edit page to the list', async () => {
  await openPage('/workspace/runbooks/edit', {
    answers: workspaceAnswers([aWorkspace({ id: 'runbooks', role: 'viewer' })]),
  })
  await expectVisible(button('Actions for Support runbooks'))
  expect(location.pathname).toBe('/workspaces')
})

it('adds people and groups as viewers, changes their roles and removes them', async () => {
  const jonas = aPerson({ firstName: 'Jonas', lastName: 'Weber' })
  const engineers = aGroup({ title: 'On-call engineers' })
  const { server } = await openEditPage({ found: [aFinding(jonas), aFinding(engineers)] })
  await expect.poll(() => people.getByRole('listitem').length).toBe(1)
  await expectText(people.getByRole('listitem'), 'owner')

  await person.fill(finder, 'jonasweber')
  await person.click(option(jonas.name))
  await person.fill(finder, 'On-CallENG')
  await person.click(option('On-call engineers'))
  await person.click(people.getByRole('button', { name: 'Add', exact: true }))
  await expectVisible(toast('Great! New user(s) were successfully added.'))
  await expect.element(roleOf(jonas.name)).toHaveValue('can view')
  await expect.element(roleOf('On-call engineers')).toHaveValue('can view')

  await person.click(roleOf('On-call engineers'))
  await person.click(option('admin'))
  await expectVisible(toast('Workspace role is updated'))
  expect(server.requests('workspaceRole.saveGroup').map(({ body }) => body.role)).toEqual(['viewer', 'admin'])

  await person.click(people.getByRole('button', { name: `Remove ${jonas.name}` }))
  await expectVisible(toast(`The user ${jonas.name} has been successfully removed`))
  await person.click(people.getByRole('button', { name: 'Remove On-call engineers' }))
  await expectVisible(toast('The group On-call engineers has been successfully removed'))
  await expect.poll(() => people.getByRole('listitem').length).toBe(1)
  server.answer({ 'group.list': { groups: [] } })
  await person.click(link('User Groups'))
  await expectVisible(heading('Manage Groups'))
})

it('links to the groups only for people who may manage them', async () => {
  await openPage('/workspace/runbooks/edit', {
    session: aSession({ role: 'user' }),
    answers: {
      ...workspaceAnswers([aWorkspace({ id: 'runbooks', role: 'admin' })]),
      ...roleAnswers({ people: [] }),
    },
  })
  await expect.element(title).toHaveValue('Support runbooks')
  await expectGone(link('User Groups'))
})

it('invites a new email address, and shows its link if no email can be sent', async () => {
  const unknown = {
    type: 'invited',
    id: 'noor@example.com',
    name: 'noor@example.com',
    email: 'noor@example.com',
  } as const
  const { server } = await openEditPage({ found: [{ ...unknown, profileImage: null, members: null }] })
  await person.fill(finder, 'noor@example.com')
  await person.click(option('noor@example.com'))
  await person.click(people.getByRole('button', { name: 'Add', exact: true }))
  const address = dialog('Share the invitation')
  await expect
    .element(address.getByLabelText('noor@example.com'))
    .toHaveValue(`${location.origin}/signup/a-token-of-twenty-letters`)
  await person.click(address.getByRole('button', { name: 'Close' }).last())
  expect(server.requests('workspaceRole.save').map(({ body }) => body)).toEqual([
    { email: 'noor@example.com', role: 'viewer' },
  ])
  await expectText(people.getByRole('listitem').filter({ hasText: 'noor@example.com' }), 'Invited')
  await person.click(people.getByRole('button', { name: 'Remove Noor' }))
  await expect.poll(() => people.getByRole('listitem').length).toBe(1)
})

it('lets an admin leave the workspace after showing what they lose', async () => {
  const session = aSession({ firstName: 'Jonas', lastName: 'Weber' })
  const workspaces = [aWorkspace({ id: 'runbooks', title: 'Support runbooks', role: 'admin' })]
  const { server } = await openPage('/workspace/runbooks/edit', {
    session,
    answers: {
      ...workspaceAnswers(workspaces),
      ...roleAnswers({ people: [aRoleEntry(personOf(session), { role: 'admin' })] }),
    },
  })
  server.answer({
    'workspaceRole.remove': () => {
      workspaces.pop()
      return { success: true }
    },
  })
  await person.click(button('Remove Jonas Weber'))
  const question = dialog('Leave “Support runbooks”?')
  await expectText(question, 'can no longer view the workspace')
  await person.click(question.getByRole('button', { name: 'Leave workspace' }))
  await expectVisible(toast('The user Jonas Weber has been successfully removed'))
  await expect.poll(() => location.pathname).toBe('/workspaces')
  await expectGone(link('Support runbooks'))
})
