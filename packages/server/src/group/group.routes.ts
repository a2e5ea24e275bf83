import type { Group } from '@knowreel/shared/group/group.calls.ts'
import { groupCalls } from '@knowreel/shared/group/group.calls.ts'
import { finderCalls } from '@knowreel/shared/group/finder.calls.ts'
import { serve } from '../access/index.ts'
import { toPerson, type PersonView } from '../person/index.ts'
import type { Db } from '../platform/database/db.ts'
import { addInvitedToGroup, addUserToGroup } from './add-to-group.ts'
import { createGroup } from './create-group.ts'
import { deleteGroup } from './delete-group.ts'
import { searchFindings, searchGroups } from './finder.queries.ts'
import { groupPolicy } from './group.policy.ts'
import {
  getGroupRow,
  listGroupPeople,
  listGroupRows,
  listInvitedEmails,
  type GroupRow,
  type GroupStanding,
} from './group.queries.ts'
import { removeInvitedFromGroup, removeUserFromGroup } from './remove-from-group.ts'
import { renameGroup } from './rename-group.ts'

type Parts = { db: Db; signAddress: (key: string) => string }

const mostListed = 1000

export const groupRoutes = ({ db, signAddress }: Parts) => {
  const view: PersonView = { showsEmail: true, signAddress }
  const readGroup = async (group: GroupStanding) => ({ group: toGroup(await getGroupRow(db, group), view) })

  return serve(groupCalls, groupPolicy, {
    list: async ({ subject }) => {
      const rows = await listGroupRows(db, subject.companyId, mostListed + 1)
      return {
        groups: rows.slice(0, mostListed).map((row) => toGroup(row, view)),
        ...(rows.length > mostListed && { isTruncated: true }),
      }
    },
    create: async ({ subject, body }) =>
      readGroup(await createGroup(db, { companyId: subject.companyId, title: body.title })),
    search: async ({ actor, params }) => ({ items: await searchGroups(db, actor.company.id, params.q) }),
    get: async ({ subject }) => readGroup(subject),
    save: async ({ subject, body }) => {
      await renameGroup(db, subject, body.title)
      return readGroup(subject)
    },
    remove: async ({ subject }) => {
      await deleteGroup(db, subject)
      return { success: true }
    },
    users: async ({ subject }) => {
      const people = await listGroupPeople(db, subject.id, mostListed + 1)
      return {
        users: people.slice(0, mostListed).map((person) => toPerson(person, view)),
        ...(people.length > mostListed && { isTruncated: true }),
      }
    },
    invitedUsers: async ({ subject }) => {
      const invited = await listInvitedEmails(db, subject.id, mostListed + 1)
      return {
        invitations: invited
          .slice(0, mostListed)
          .map(({ email, createdAt }) => ({ email, createdAt: createdAt.toISOString() })),
        ...(invited.length > mostListed && { isTruncated: true }),
      }
    },
    addUser: async ({ subject, body }) => {
      await addUserToGroup(db, subject, body.userId)
      return readGroup(subject)
    },
    addInvitedUser: async ({ subject, body }) => {
      await addInvitedToGroup(db, subject, body.email)
      return readGroup(subject)
    },
    removeUser: async ({ subject, params }) => {
      await removeUserFromGroup(db, subject, params.userId)
      return readGroup(subject)
    },
    removeInvitedUser: async ({ subject, params }) => {
      await removeInvitedFromGroup(db, subject, params.email)
      return readGroup(subject)
    },
  })
}

export const finderRoutes = ({ db, signAddress }: Parts) =>
  serve(
    finderCalls,
    {},
    {
      search: async ({ actor, params, query }) => {
        const rows = await searchFindings(db, actor.company.id, params.query, { withInvited: query.invited })
        return {
          items: rows.map((row) => ({
            ...row,
            profileImage: row.profileImage === null ? null : signAddress(row.profileImage),
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
