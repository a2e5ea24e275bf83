/** People for tests and the demo company. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Db } from '../platform/database/db.ts'

type UserOverrides = {
  id?: string
  email?: string
  firstName?: string
  lastName?: string
  jobTitle?: string | null
  profileImage?: string | null
  passwordHash?: string | null
  isSuperAdmin?: boolean
}

export type BuiltUser = { id: string; email: string; firstName: string; lastName: string }

export async function buildUser(db: Db, overrides: UserOverrides = {}): Promise<BuiltUser> {
  const id = overrides.id ?? newId()
  const user = {
    id,
    email: overrides.email ?? `person-${id}@example.com`,
    firstName: overrides.firstName ?? 'Ines',
    lastName: overrides.lastName ?? 'Okafor',
  }
  await db
    .insertInto('users')
    .values({
      id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      job_title: overrides.jobTitle ?? null,
      profile_image: overrides.profileImage ?? null,
      password_hash: overrides.passwordHash ?? null,
      is_super_admin: overrides.isSuperAdmin ?? false,
    })
    .execute()
  return user
}
