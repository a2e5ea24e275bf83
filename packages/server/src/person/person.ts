import type { Person } from '@knowreel/shared/user/user.calls.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import { sql, type RawBuilder } from 'kysely'
import { fileReader, type Actor, type SignAddress } from '../access/index.ts'

/** A person as statements return it: one JSON value, so that lists need no further statements. */
export type PersonRow = {
  id: string
  firstName: string
  lastName: string
  email: string
  profileImage: string | null
  jobTitle: string | null
  isDeactivated: boolean
}

/**
 * Selects the person with the id in `idColumn` as seen in the company in `companyColumn`; null without one. Column
 * names are constants of ours (`w.owner_id`), never user input.
 */
export const personColumn = (
  idColumn: string,
  companyColumn: string,
): RawBuilder<PersonRow | null> => sql<PersonRow | null>`(
  select json_build_object(
    'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email, 'profileImage', p.profile_image,
    'jobTitle', p.job_title, 'isDeactivated', coalesce(pm.status = 'deactivated', true)
  )
  from users p
  left join company_members pm on pm.user_id = p.id and pm.company_id = ${sql.raw(companyColumn)}
  where p.id = ${sql.raw(idColumn)}
)`

export type PersonView = {
  /** Only signed-in members of the same company see email addresses. */
  readonly showsEmail: boolean
  /** Signs the short-lived URL of a photo for the viewer. */
  readonly signPhoto: (key: string) => string
}

type PersonScope = {
  readonly companyId: string
  /** The public workspace in which people outside the company see them. */
  readonly workspaceId: string | null
}

/** How the people of a company are shown to the viewer. */
export function createPersonView(
  actor: Actor | null,
  { companyId, workspaceId }: PersonScope,
  sign: SignAddress,
): PersonView {
  const isColleague = actor?.company?.id === companyId
  const scope =
    isColleague || workspaceId === null ? (`company:${companyId}` as const) : (`workspace:${workspaceId}` as const)
  return { showsEmail: isColleague, signPhoto: (key) => sign(key, fileReader(actor, scope)) }
}

export function toPerson(row: PersonRow, view: PersonView): Person
export function toPerson(row: PersonRow | null, view: PersonView): Person | null
export function toPerson(row: PersonRow | null, view: PersonView): Person | null {
  if (row === null) return null
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    name: fullName(row),
    email: view.showsEmail ? row.email : null,
    profileImage: row.profileImage === null ? null : view.signPhoto(row.profileImage),
    jobTitle: row.jobTitle,
    isDeactivated: row.isDeactivated,
  }
}
