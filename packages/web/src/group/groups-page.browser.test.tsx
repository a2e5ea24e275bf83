import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refuse } from '../../test/fake-server.ts'
import { openPage, phone } from '../../test/open-page.tsx'
import { groupAnswers } from '../../test/people-answers.ts'
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
  row,
  texts,
  toast,
} from '../../test/person.ts'
import { aFinding, aGroup, aPerson, aSession } from '../../test/samples.ts'

const titles = () => texts(page.getByRole('row').getByRole('link'))
const jonas = aPerson({ firstName: 'Jonas', lastName: 'Weber' })
const jose = aPerson({ firstName: 'José María', lastName: 'de la Cruz' })
const noor = {
  ...aFinding(aPerson({ firstName: 'Noor', lastName: 'Haddad', email: 'noor@example.com' })),
  type: 'invited' as const,
}

it('creates the first group with people and invited addresses, selected by keys', async () => {
  const { server } = await openPage('/settings/groups', { answers: groupAnswers([], [jose], [aFinding(jose), noor]) })
  await expectVisible("You don't have any groups yet.")
  await person.click(button('Create a group'))
  const form = dialog('Create a group')
  const confirm = form.getByRole('button', { name: 'Confirm' })
  await expect.element(form.getByLabelText('Group name')).toHaveFocus()
  await expect.element(confirm).toBeDisabled()
  await person.type('   ')
  await expect.element(confirm).toBeDisabled()
  await person.fill(form.getByLabelText('Group name'), 'On-call engineers')

  const finder = form.getByRole('combobox', { name: 'Add members' })
  await person.fill(finder, 'jose MARIAde')
  await expect.poll(() => texts(page.getByRole('option'))).toEqual([expect.stringMatching(/José María de la Cruz/)])
  await person.press('ArrowDown', 'Enter')
  await person.fill(finder, 'noor')
  await expect.poll(() => texts(page.getByRole('option'))).toEqual([expect.stringMatching(/Noor Haddad/)])
  await person.press('Enter')
  await expectVisible(form.getByRole('button', { name: 'Remove Noor Haddad' }))
  await person.click(confirm)
  await expectVisible(toast('Group was successfully created!'))
  expect(server.requests('group.addUser').map(({ body }) => body.userId)).toEqual([jose.id])
  await person.click(link('On-call engineers'))
  await expectText(page.getByRole('table', { name: 'Users', exact: true }), 'José María de la Cruz')
  await expectText(page.getByRole('table', { name: 'Invited users' }), 'noor@example.com')
})

it('shows super admins without a role in the company its groups, and nothing to change them', async () => {
  const group = aGroup({ title: 'Night shift', members: [jose] })
  await openPage('/settings/groups', {
    session: aSession({ role: 'user', isSuperAdmin: true }),
    answers: groupAnswers([group], [jose]),
  })
  await expectVisible(link('Night shift'))
  await expectGone(button('Create a group'))
  await expectGone(button(/Night shift/))
  await person.click(link('Night shift'))
  await expectVisible(heading('Night shift'))
  await expectVisible(page.getByRole('table', { name: 'Users', exact: true }))
  await expectGone(button('Delete', { exact: true }))
  await expectGone(button(/^Actions for/))
})

it('searches for people 200 ms after the last key', async () => {
  const { server } = await openPage('/settings/groups', { answers: groupAnswers([], [jonas], [aFinding(jonas)]) })
  await person.click(button('Create a group'))
  const form = dialog('Create a group')
  await expect.element(form.getByLabelText('Group name')).toHaveFocus()
  const finder = form.getByRole('combobox', { name: 'Add members' })
  await person.click(finder)
  const queries = () => server.requests('finder.search').map(({ params }) => params.query)
  await expect.poll(() => queries().length).toBe(1)
  await person.type('jona')
  const startedAt = performance.now()
  await person.type('s')
  await expect.poll(() => queries().length, { interval: 10 }).toBe(2)
  expect(performance.now() - startedAt).toBeGreaterThan(180)
  expect(queries().slice(1)).toEqual(['jonas'])
})

it('removes the last selected person from the finder by Backspace, and offers them again', async () => {
  await openPage('/settings/groups', { answers: groupAnswers([], [jonas], [aFinding(jonas)]) })
  await person.click(button('Create a group'))
  // The dialog takes the focus once it has opened, which closes the finder.
  await expect.element(field('Group name')).toHaveFocus()
  const finder = page.getByRole('combobox', { name: 'Add members' })
  await person.fill(finder, 'jonas')
  await person.click(option(jonas.name))
  await person.fill(finder, 'jonas')
  await expectVisible('No one found')
  await person.fill(finder, '')
  await person.press('Backspace')
  await expectGone(button(`Remove ${jonas.name}`))
  await person.fill(finder, 'jonas')
  await expectVisible(option(jonas.name))
})

it('asks only for the name of a group on a phone', async () => {
  await openPage('/settings/groups', { ...phone, answers: groupAnswers([], []) })
  await person.click(button('Create a group'))
  await person.fill(field('Group name'), 'Support')
  await expectGone(page.getByRole('combobox', { name: 'Add members' }))
  await person.click(button('Confirm'))
  await expectVisible(link('Support'))
})

it('renames a group in its row', async () => {
  const { server } = await openPage('/settings/groups', { answers: groupAnswers([aGroup({ title: 'Suport' })], []) })
  const pencil = button('Rename Suport')
  const name = page.getByRole('textbox', { name: 'Group name' })
  await person.click(pencil)
  await expect.element(name).toHaveFocus()
  await person.press('Enter')
  // Unchanged text just closes the field.
  await expectGone(name)
  await expect.element(pencil).toHaveFocus()
  await person.click(pencil)
  await person.fill(name, '  ')
  await person.press('Enter')
  await expectVisible('Field is required')
  await person.fill(name, 'Something else')
  await person.press('Escape')
  await expectVisible(link('Suport'))
  await person.click(pencil)
  await person.fill(name, 'Support')
  await person.click(button('Save name'))
  await expectVisible(toast('Group is updated'))
  await expectVisible(link('Support'))
  expect(server.requests('group.save').map(({ body }) => body)).toEqual([{ title: 'Support' }])
})

it('shows twenty groups and twenty members on a page', async () => {
  const people = Array.from({ length: 21 }, (_, at) => aPerson({ firstName: 'Member', lastName: String(at + 1) }))
  const userIds = people.map(({ id }) => id)
  const groups = Array.from({ length: 45 }, (_, at) =>
    aGroup({ title: `Group ${at + 1}`, createdAt: new Date(2026, 2, 1, 0, at).toISOString(), userIds }),
  )
  await openPage('/settings/groups', { answers: groupAnswers(groups, people) })
  await expect.poll(() => titles().length).toBe(20)
  expect(titles()[0]).toBe('Group 45')
  const pages = page.getByRole('navigation', { name: 'Pages of groups' })
  await expectText(pages.getByRole('status'), '1–20 of 45')
  await person.click(button('Page 3'))
  await expect.poll(titles).toEqual(['Group 5', 'Group 4', 'Group 3', 'Group 2', 'Group 1'])
  await person.fill(page.getByRole('searchbox', { name: 'Search groups' }), 'group 4')
  // Another filter begins with its first page.
  await expect.poll(() => titles().length).toBe(7)

  await person.click(button('Manage users of Group 45'))
  await expectText(dialog().getByRole('navigation', { name: 'Pages of users' }).getByRole('status'), '1–20 of 21')
  await person.click(dialog().getByRole('button', { name: 'Next page' }))
  await expect.poll(() => dialog().getByRole('listitem').length).toBe(1)
  await person.press('Escape')
  await expectGone(dialog())

  await person.click(link('Group 45'))
  await expectText(page.getByRole('navigation', { name: 'Pages of users' }).getByRole('status'), '1–20 of 21')
  await person.click(button('Page 2'))
  await expectText(page.getByRole('table', { name: 'Users', exact: true }), 'Member 21')
})

it('is sorted by a button on a phone', async () => {
  const groups = [1, 2].map((at) => aGroup({ title: `Group ${at}`, createdAt: new Date(2026, 2, at).toISOString() }))
  await openPage('/settings/groups', { ...phone, answers: groupAnswers(groups, []) })
  await expect.poll(titles).toEqual(['Group 2', 'Group 1'])
  await person.click(button('Sort: newest first'))
  await person.click(menuItem('Oldest first'))
  await expect.poll(titles).toEqual(['Group 1', 'Group 2'])
})

it('searches and sorts groups, and shows five photos and the number of others', async () => {
  const people = ['Ada', 'Ben', 'Cid', 'Dan', 'Eve', 'Fay', 'Gus'].map((firstName) => aPerson({ firstName }))
  await openPage('/settings/groups', {
    answers: groupAnswers(
      [
        aGroup({ title: 'On-call engineers', members: people, createdAt: '2026-11-02T12:00:00.000Z' }),
        aGroup({ title: 'Security', createdAt: '2026-09-18T12:00:00.000Z' }),
      ],
      people,
    ),
  })
  await expectText(row('On-call engineers'), '02/11/2026')
  await expectText(row('On-call engineers'), '+2')
  await expectText(row('Security'), 'No members')
  await expect.poll(titles).toEqual(['On-call engineers', 'Security'])
  await person.click(button('Created'))
  await expect.poll(titles).toEqual(['Security', 'On-call engineers'])
  const search = page.getByRole('searchbox', { name: 'Search groups' })
  await person.fill(search, 'On-Call  ENG')
  await expect.poll(titles).toEqual(['On-call engineers'])
  await person.fill(search, 'zzz')
  await expectVisible('No groups found')
})

it('adds and removes people in a dialog, and undoes a removal', async () => {
  await openPage('/settings/groups', { answers: groupAnswers([aGroup({})], [jonas], [aFinding(jonas)]) })
  await person.click(button('Manage users of Support'))
  const users = dialog('Manage Users of the Support group')
  await expectVisible(users.getByText('This group has no members yet.'))
  await person.fill(users.getByRole('combobox', { name: 'Add users' }), 'weber')
  await person.click(option(jonas.name))
  await person.click(users.getByRole('button', { name: 'Add', exact: true }))
  await expectVisible(toast('Great! New user(s) were successfully added.'))
  const list = users.getByRole('list', { name: 'Users of the group' })
  await expectText(list, jonas.email ?? '')
  await person.click(list.getByRole('button', { name: `Remove ${jonas.name}` }))
  await expectVisible(users.getByText('This group has no members yet.'))
  await expectVisible(toast('Group is updated'))
  await person.click(button('Undo'))
  await expectText(list, jonas.email ?? '')
})

it('asks before deleting a group, and shows how many people are affected', async () => {
  const { server } = await openPage('/settings/groups', {
    answers: groupAnswers([aGroup({ members: [jonas] })], [jonas]),
  })
  await person.click(button('Delete Support'))
  const question = dialog('Delete “Support”?')
  await expectText(question, '1 person loses the access it grants.')
  await person.click(question.getByRole('button', { name: 'Delete group' }))
  await expectVisible(toast('Group successfully deleted'))
  await expectVisible("You don't have any groups yet.")
  expect(server.requests('group.remove')).toHaveLength(1)
})

it('adds and removes users by the menus on the page of a group', async () => {
  const group = aGroup({ id: 'support', members: [jonas], invitedEmails: ['noor@example.com'] })
  await openPage('/settings/groups/support', { answers: groupAnswers([group], [jonas]) })
  await person.click(button('Actions for noor@example.com'))
  await person.click(menuItem('Remove user'))
  await expectGone(page.getByRole('table', { name: 'Invited users' }))
  await person.click(button(`Actions for ${jonas.name}`))
  await person.click(menuItem('Add user'))
  await expectVisible(dialog('Manage Users of the Support group'))
})

it('refreshes its lists after a refused change', async () => {
  const groups = [aGroup({ id: 'support', title: 'Support', members: [jonas] })]
  const { server, open } = await openPage('/settings/groups', {
    answers: {
      ...groupAnswers(groups, [jonas], [aFinding(jose)]),
      'group.save': refuse('not_found'),
      'group.remove': refuse('not_found'),
      'group.addUser': refuse('not_found'),
      'group.removeUser': refuse('not_found'),
    },
  })
  const refreshed = async (call: 'group.list' | 'group.users', act: () => Promise<void>) => {
    const before = server.requests(call).length
    await act()
    await expect.poll(() => server.requests(call).length).toBeGreaterThan(before)
  }
  await person.click(button('Manage users of Support'))
  const users = dialog('Manage Users of the Support group')
  const remove = users.getByRole('button', { name: `Remove ${jonas.name}` })
  await expectVisible(remove)
  await refreshed('group.users', () => person.click(remove))
  await person.fill(users.getByRole('combobox', { name: 'Add users' }), 'jose')
  await person.click(option(jose.name))
  await refreshed('group.users', () => person.click(users.getByRole('button', { name: 'Add', exact: true })))
  open('/settings/groups')
  await person.click(button('Rename Support'))
  await person.fill(page.getByRole('textbox', { name: 'Group name' }), 'Help')
  await refreshed('group.list', () => person.press('Enter'))
  open('/settings/groups')
  await person.click(button('Delete Support'))
  groups.length = 0
  await refreshed('group.list', () => person.click(dialog().getByRole('button', { name: 'Delete group' })))
  await expectVisible("You don't have any groups yet.")
})

it('redirects from a missing group to the list', async () => {
  await openPage('/settings/groups/zzzzzzzzz2', { answers: groupAnswers([], []) })
  await expectVisible('This group could not be found.')
  await person.click(link('Manage Groups'))
  await expectVisible("You don't have any groups yet.")
})

it('is available to moderators, and redirects team members home', async () => {
  const answers = groupAnswers([aGroup({ id: 'support' })], [])
  await openPage('/settings/groups', { session: aSession({ role: 'moderator' }), answers })
  await expectVisible(link('Support'))
  const { open } = await openPage('/settings/groups', { session: aSession({ role: 'user' }), answers })
  await expectVisible(heading('How can I help?'))
  open('/settings/groups/support')
  await expectVisible(heading('How can I help?'))
})
