import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { expect, it } from 'vitest'
import { getProfileChange, toProfileValues } from './profile-values.ts'

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
  expect(getProfileChange(me, toProfileValues(me))).toEqual({})
  expect(getProfileChange(me, { ...toProfileValues(me), firstName: ' Ines ' })).toEqual({})
})

it('changed values are sent, including an emptied birth date', () => {
  const values = { ...toProfileValues(me), jobTitle: 'Lead', birthDay: null, passwordOld: 'the old one' }
  expect(getProfileChange(me, values)).toEqual({ jobTitle: 'Lead', birthDay: null, passwordOld: 'the old one' })
})

it('a pending email address is no change until another is typed', () => {
  const waiting = { ...me, pendingEmail: 'new@halden.example' }
  expect(getProfileChange(waiting, toProfileValues(waiting))).toEqual({})
  expect(getProfileChange(waiting, { ...toProfileValues(waiting), email: me.email })).toEqual({ email: me.email })
})

it('a photo is removed only if there is one', () => {
  const values = { ...toProfileValues(me), isUserProfileImageDeleted: true }
  expect(getProfileChange(me, values)).toEqual({})
  expect(getProfileChange({ ...me, profileImage: '/files/a' }, values)).toEqual({ isUserProfileImageDeleted: true })
})
