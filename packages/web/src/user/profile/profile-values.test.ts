import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { expect, it } from 'vitest'
import { changeOf, valuesOf } from './profile-values.ts'

const me = {
  firstName: 'Ines',
  lastName: 'Okafor',
  jobTitle: null,
  email: 'ines@halden.example',
  pendingEmail: null,
  birthDay: '1990-02-28',
  profileImage: null,
} as Me

it('untouched values are not sent', () => {
  expect(changeOf(me, valuesOf(me))).toEqual({})
  expect(changeOf(me, { ...valuesOf(me), firstName: ' Ines ' })).toEqual({})
})

it('changed values are sent, including an emptied birth date', () => {
  const values = { ...valuesOf(me), jobTitle: 'Lead', birthDay: null, passwordOld: 'the old one' }
  expect(changeOf(me, values)).toEqual({ jobTitle: 'Lead', birthDay: null, passwordOld: 'the old one' })
})

it('a pending email address is no change until another is typed', () => {
  const waiting = { ...me, pendingEmail: 'new@halden.example' }
  expect(changeOf(waiting, valuesOf(waiting))).toEqual({})
  expect(changeOf(waiting, { ...valuesOf(waiting), email: me.email })).toEqual({ email: me.email })
})

it('a photo is removed only if there is one', () => {
  const values = { ...valuesOf(me), isUserProfileImageDeleted: true }
  expect(changeOf(me, values)).toEqual({})
  expect(changeOf({ ...me, profileImage: '/files/a' }, values)).toEqual({ isUserProfileImageDeleted: true })
})
