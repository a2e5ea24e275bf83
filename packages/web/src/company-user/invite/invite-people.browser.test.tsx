import { expect, it, vi } from 'vitest'
import { openPage } from '../../../test/open-page.tsx'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { userAnswers } from '../../../test/people-answers.ts'
import {
  button,
  dialog,
  expectGone,
  expectVisible,
  field,
  menuItem,
  person,
  texts,
  toast,
} from '../../../test/person.ts'
import { aCompanyUser, aSession } from '../../../test/samples.ts'

const greta = () => aCompanyUser({ id: 'me', firstName: 'Greta', lastName: 'Holm', email: 'greta@kelvin.example' })
const emails = () => dialog().getByLabelText('Email')
const save = () => person.click(dialog().getByRole('button', { name: 'Save' }))

async function openInvite(answers: Answers = {}) {
  const { server } = await openPage('/settings/users', {
    answers: { ...userAnswers({ users: [greta()] }), ...answers },
  })
  await person.click(button('Invite a user'))
  await expectVisible(dialog('Invite a user'))
  return server
}

/** As the browser pastes a text with line breaks into a field. */
async function paste(text: string): Promise<void> {
  await person.focus(emails())
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  emails()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

it('invites everyone on a pasted list with one role, and shows the result of each', async () => {
  const server = await openInvite()
  await paste('Pavel Novak <pavel@kelvin.example>;\nyuki@kelvin.example, greta@kelvin.example\nYUKI@kelvin.example')
  await expectVisible('3 addresses')
  await expectGone(field('First Name'))
  await person.click(dialog().getByLabelText('User Manager'))
  await save()
  await expectVisible(toast('2 of 3 invited'))
  expect(server.requests('invitation.invite').map(({ body }) => body)).toEqual([
    {
      emails: ['pavel@kelvin.example', 'yuki@kelvin.example', 'greta@kelvin.example'],
      role: 'moderator',
      sendEmail: true,
    },
  ])
  const rows = dialog().getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect
    .poll(() => texts(rows))
    .toEqual([
      'pavel@kelvin.exampleInvitedCopy',
      'yuki@kelvin.exampleInvitedCopy',
      'greta@kelvin.exampleGreta Holm already uses this address.',
    ])
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await person.click(dialog().getByRole('button', { name: 'Copy all links' }))
  const link = (number: number) => `${location.origin}/signup/link-${number}`
  expect(copied).toHaveBeenCalledWith(`pavel@kelvin.example ${link(1)}\nyuki@kelvin.example ${link(2)}`)
  copied.mockRestore()
  await person.click(dialog().getByRole('button', { name: 'Change the others' }))
  await expectVisible(button('Remove greta@kelvin.example'))
})

it('marks invalid addresses, and sends nothing until they are corrected or removed', async () => {
  const server = await openInvite()
  await person.fill(emails(), 'pavel@kelvin.example nobody yuki@kelvin,')
  await expectVisible('3 addresses, 2 invalid')
  expect(dialog().getByRole('img', { name: 'Invalid address' }).length).toBe(2)
  await save()
  await expectVisible('Correct or remove the marked addresses')
  await person.click(button('Remove nobody'))
  await person.press('Backspace')
  await expect.element(emails()).toHaveValue('yuki@kelvin')
  await person.type('.example')
  server.answer({
    'invitation.invite': ({ body }) => ({
      success: true,
      results: (body.emails ?? []).map((email) => ({ email, outcome: 'invited' as const })),
    }),
  })
  await save()
  await expectVisible(toast('2 users have been invited'))
  await expectGone(dialog())
  expect(server.requests('invitation.invite').map(({ body }) => body.emails)).toEqual([
    ['pavel@kelvin.example', 'yuki@kelvin.example'],
  ])
})

it('invites one person without a name', async () => {
  const server = await openInvite({ 'invitation.invite': { success: true } })
  await person.fill(emails(), 'pavel@kelvin.example')
  await person.press('Enter')
  await expectVisible(toast('The user has been successfully invited'))
  expect(server.requests('invitation.invite').map(({ body }) => body)).toEqual([
    { email: 'pavel@kelvin.example', role: 'user', sendEmail: true },
  ])
})

it('keeps the addresses when the server refuses them all', async () => {
  await openInvite({ 'invitation.invite': refuse('role_not_allowed') })
  await paste('pavel@kelvin.example yuki@kelvin.example')
  await save()
  await expectVisible('You cannot give this role')
  await expectVisible(button('Remove yuki@kelvin.example'))
})

it('invites at most a hundred people at a time', async () => {
  const server = await openInvite()
  await paste(Array.from({ length: 101 }, (_, at) => `person-${at}@kelvin.example`).join('\n'))
  await save()
  await expectVisible('At most 100 people can be invited at a time')
  expect(server.requests('invitation.invite')).toEqual([])
})

it('creates a user from the Create menu', async () => {
  await openPage('/drafts', { answers: userAnswers({ users: [greta()] }) })
  await person.click(button('Create', { exact: true }))
  await person.click(menuItem('Create a user'))
  await expectVisible(dialog('Create a user'))
  await expect.poll(() => dialog().getByRole('radio').length).toBe(3)
})

it('offers no user in the Create menu to people who may not add one', async () => {
  await openPage('/drafts', { session: aSession({ role: 'user' }) })
  await person.click(button('Create', { exact: true }))
  await expectVisible(menuItem('Create a workspace'))
  expect(menuItem('Create a user').query()).toBeNull()
})
