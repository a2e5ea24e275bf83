import { AppError } from '@knowreel/shared/error/app-error.ts'
import { type Group, groupCalls } from '@knowreel/shared/group/group.calls.ts'
import { finderCalls } from '@knowreel/shared/group/finder.calls.ts'
import { fileReader, serve, type Actor, type SignAddress } from '../access/index.ts'
import { toPerson, createPersonView, type PersonView } from '../person/index.ts'
import { capRows, cappedLimit } from '../platform/database/capped-rows.ts'
import type { Db } from '../platform/database/db.ts'
import { addInvitedToGroup, addUserToGroup } from './add-to-group.ts'
import { createGroup, renameGroup, deleteGroup, removeInvitedFromGroup, removeUserFromGroup } from './change-group.ts'
import { searchColleagues, searchFinder, searchGroups } from './finder.queries.ts'
import { groupPolicy } from './group.policy.ts'
import {
  getGroupRow,
  listGroupPeople,
  listGroupRows,
  listInvitedEmails,
  type GroupRow,
  type GroupAccess,
} from './group.queries.ts'

type Dependencies = { db: Db; signAddress: SignAddress }

export const groupRoutes = ({ db, signAddress }: Dependencies) => {
  const viewFor = (actor: Actor | null, { companyId }: { companyId: string }) =>
    createPersonView(actor, { companyId, workspaceId: null }, signAddress)
  const readGroup = async (actor: Actor | null, group: GroupAccess) => ({
    group: toGroup(await getGroupRow(db, group), viewFor(actor, group)),
  })

  return serve(groupCalls, groupPolicy, {
    list: async ({ actor, subject }) => {
      const view = viewFor(actor, subject)
      const { rows, isTruncated } = capRows(await listGroupRows(db, subject.companyId, cappedLimit))
      return {
        groups: rows.map((row) => toGroup(row, view)),
        ...(isTruncated && { isTruncated }),
      }
    },
    create: async ({ actor, subject, body }) =>
      readGroup(actor, await createGroup(db, { companyId: subject.companyId, title: body.title })),
    search: async ({ actor, params }) => ({ items: await searchGroups(db, actor.company.id, params.q) }),
    get: async ({ actor, subject }) => readGroup(actor, subject),
    save: async ({ actor, subject, body }) => {
      await renameGroup(db, subject, body.title)
      return readGroup(actor, subject)
    },
    remove: async ({ subject }) => {
      await deleteGroup(db, subject)
      return { success: true }
    },
    users: async ({ actor, subject }) => {
      const view = viewFor(actor, subject)
      const { rows, isTruncated } = capRows(await listGroupPeople(db, subject.id, cappedLimit))
      return {
        users: rows.map((person) => toPerson(person, view)),
        ...(isTruncated && { isTruncated }),
      }
    },
    invitedUsers: async ({ subject }) => {
      const { rows, isTruncated } = capRows(await listInvitedEmails(db, subject.id, cappedLimit))
      return {
        invitations: rows.map(({ email, createdAt }) => ({ email, createdAt: createdAt.toISOString() })),
        ...(isTruncated && { isTruncated }),
      }
    },
    addUser: async ({ actor, subject, body }) => {
      await addUserToGroup(db, requireSignedIn(actor), subject, body.userId)
      return readGroup(actor, subject)
    },
    addInvitedUser: async ({ actor, subject, body }) => {
      await addInvitedToGroup(db, requireSignedIn(actor), subject, body.email)
      return readGroup(actor, subject)
    },
    removeUser: async ({ actor, subject, params }) => {
      await removeUserFromGroup(db, subject, params.userId)
      return readGroup(actor, subject)
    },
    removeInvitedUser: async ({ actor, subject, params }) => {
      await removeInvitedFromGroup(db, subject, params.email)
      return readGroup(actor, subject)
    },
  })
}

/** The permission rules of these calls guarantee a signed-in person. */
function requireSignedIn(actor: Actor | null): Actor {
  if (actor === null) throw new AppError('not_signed_in')
  return actor
}

export const finderRoutes = ({ db, signAddress }: Dependencies) =>
  serve(
    finderCalls,
    {},
    {
      search: async ({ actor, params, query }) => {
        const rows = query.people
          ? await searchColleagues(db, actor.company.id, params.query)
          : await searchFinder(db, actor.company.id, params.query, { withInvited: query.invited })
        return {
          items: rows.map((row) => ({
            ...row,
            profileImage:
              row.profileImage === null
                ? null
                : signAddress(row.profileImage, fileReader(actor, `company:${actor.company.id}`)),
          })),
        }
      },
    },
  )

const toGroup = (row: GroupRow, view: PersonView): Group => ({
  id: row.id,
  shortId: row.shortId,
  title: row.title,
  role: null,
  company: row.companyId,
  userIds: row.userIds,
  invitedEmails: row.invitedEmails,
  userList: row.people.map((person) => toPerson(person, view)),
  createdAt: row.createdAt.toISOString(),
})
