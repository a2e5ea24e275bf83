import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'

const server = await startTestServer()
const { db } = server

let accounts = 0
async function signUp() {
  accounts += 1
  const { token, user } = (
    await server.call('account.signUp', {
      body: {
        firstName: 'Ines',
        lastName: 'Okafor',
        email: `ines.${accounts}@halden.example`,
        password: 'correct horse battery',
        companyTitle: 'Halden Systems',
      },
    })
  ).ok
  return { token, user }
}

const stepsOf = async (token: string) => (await server.call('user.firstSteps', {}, token)).ok.steps
const isOffered = async (token: string) => (await server.call('user.me', {}, token)).ok.user.hasFirstSteps
const createDraft = (token: string, body: { title?: string; isNotUploadedVideo?: boolean }) =>
  server.call('article.saveDraft', { params: { id: 'new' }, body: { clientId: newId(), ...body } }, token)

test('a new person has done none of the first steps; each is derived from what there is', async () => {
  const { token } = await signUp()
  const stranger = await signUp()
  await createDraft(stranger.token, { title: 'In another company' })
  expect(await isOffered(token)).toBe(true)
  expect(await stepsOf(token)).toEqual({ hasWritten: false, hasRecorded: false, hasInvited: false })

  await createDraft(token, { title: '' })
  expect(await stepsOf(token), 'an empty draft is nothing written').toMatchObject({ hasWritten: false })
  const { article } = (await createDraft(token, { title: 'Restart a gateway' })).ok
  expect(await stepsOf(token)).toEqual({ hasWritten: true, hasRecorded: false, hasInvited: false })
  await createDraft(token, { title: 'Read a meter', isNotUploadedVideo: true })
  await server.call(
    'invitation.invite',
    { body: { firstName: 'Jonas', lastName: 'Weber', email: 'jonas@halden.example', role: 'user', sendEmail: false } },
    token,
  )
  expect(await stepsOf(token)).toEqual({ hasWritten: true, hasRecorded: true, hasInvited: true })

  await server.call('draft.remove', { params: { id: article.id } }, token)
  expect(await stepsOf(token)).toMatchObject({ hasWritten: false })
})

test('are closed for good, for one person in one company', async () => {
  const { token, user } = await signUp()
  const invited = await server.call(
    'invitation.invite',
    {
      body: { firstName: 'Jonas', lastName: 'Weber', email: 'j.weber@halden.example', role: 'user', sendEmail: false },
    },
    token,
  )
  const invitation = invited.ok.address?.split('/').at(-1) ?? ''
  const joined = await server.call('invitation.accept', {
    params: { token: invitation },
    body: { firstName: 'Jonas', lastName: 'Weber', password: 'correct horse battery' },
  })
  const closed = await server.call('user.updateMe', { body: { hasFirstSteps: false } }, token)
  expect(closed.ok.user.hasFirstSteps).toBe(false)
  expect(await isOffered(token)).toBe(false)
  expect(await isOffered(joined.ok.token)).toBe(true)
  const second = (await server.call('company.create', { body: { title: 'Second company' } }, token)).ok
  expect(await isOffered(second.token)).toBe(true)
  expect(user.hasFirstSteps).toBe(true)
})

test('are not offered to those who were members before', async () => {
  const company = await buildCompany(db)
  const member = await buildMember(db, company)
  expect(await isOffered(await server.signIn(member, company))).toBe(false)
})
