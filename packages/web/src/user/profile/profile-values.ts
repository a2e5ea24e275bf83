import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { Me } from '@knowreel/shared/user/user.calls.ts'

export type ProfileValues = {
  firstName: string
  lastName: string
  jobTitle: string
  email: string
  birthDay: string | null
  passwordOld: string
  passwordNew: string
  passwordConfirm: string
  /** A photo that was picked and is not saved yet. */
  userProfileImage: string | null
  isUserProfileImageDeleted: boolean
}

export type ProfileChange = NonNullable<CallRequest<Catalogue['user']['updateMe']>['body']>

export const toProfileValues = (me: Me): ProfileValues => ({
  firstName: me.firstName,
  lastName: me.lastName,
  jobTitle: me.jobTitle ?? '',
  email: me.pendingEmail ?? me.email,
  birthDay: me.birthDay,
  passwordOld: '',
  passwordNew: '',
  passwordConfirm: '',
  userProfileImage: null,
  isUserProfileImageDeleted: false,
})

/** Only changed values are sent, so that two windows do not undo each other. Empty if there is nothing to save. */
export function getProfileChange(me: Me, values: ProfileValues): ProfileChange {
  const saved = toProfileValues(me)
  const change: Record<string, unknown> = {}
  for (const name of ['firstName', 'lastName', 'jobTitle', 'email', 'birthDay'] as const) {
    const [now, before] = [values[name], saved[name]]
    const typed = typeof now === 'string' ? now.trim() : now
    if (typed !== before) change[name] = typed
  }
  for (const name of ['passwordOld', 'passwordNew', 'passwordConfirm', 'userProfileImage'] as const) {
    if (values[name]) change[name] = values[name]
  }
  if (values.isUserProfileImageDeleted && me.profileImage !== null) change.isUserProfileImageDeleted = true
  return change
}
