/** A server that stores the people of a company, its invitations and its groups. */
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { InvitationResult, InvitedUser } from '@knowreel/shared/company/invitation.calls.ts'
import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import { refuse, refuseField, type Answers } from './fake-server.ts'
import { aCompanyUser, aGroup } from './samples.ts'

export const anInvitation = ({ email, ...change }: Partial<InvitedUser> & { email: string }): InvitedUser => ({
  _id: email,
  id: email,
  firstName: '',
  lastName: '',
  email,
  role: 'user',
  accepted: false,
  isExpired: false,
  isMailRefused: false,
  createdAt: '2026-01-05T09:00:00.000Z',
  abilities: { renew: true, withdraw: true },
  ...change,
})

type CompanyPeople = {
  users: CompanyUser[]
  invited?: InvitedUser[]
  /** The roles that the signed-in person may assign. */
  newcomerRoles?: ('user' | 'moderator' | 'admin')[]
}

/** This server sends no email: each invitation comes with its own link, numbered from 1. */
export function userAnswers({
  users,
  invited = [],
  newcomerRoles = ['user', 'moderator', 'admin'],
}: CompanyPeople): Answers {
  let links = 0
  const nextLink = () => ({
    warning: 'Email isn’t set up. Copy the invitation link and share it.',
    address: `${location.origin}/signup/link-${++links}`,
  })
  const change = (id: string, values: Partial<CompanyUser>) => {
    const at = users.findIndex((user) => user.id === id)
    const present = users[at]
    if (!present) return refuse('not_found')
    const user = { ...present, ...values }
    users[at] = user
    return { user }
  }
  return {
    'companyUser.list': () => ({ users, abilities: { newcomerRoles } }),
    'invitation.list': () => ({ items: invited }),
    'invitation.invite': ({ body: { email = '', emails, firstName = '', lastName = '', role } }) => {
      const memberMessage = (address: string) => {
        const member = users.find((user) => user.email === address)
        return member && `${member.name} already uses this address.`
      }
      const add = (address: string) => {
        if (invited.every((item) => item.email !== address))
          invited.push(anInvitation({ email: address, firstName, lastName, role }))
        return nextLink()
      }
      if (emails === undefined) {
        const message = memberMessage(email)
        return message ? refuseField('already_member', 'email', message) : { success: true, ...add(email) }
      }
      const results = emails.map((address): InvitationResult => {
        const message = memberMessage(address)
        if (message) return { email: address, outcome: 'already_member', message }
        return { email: address, outcome: 'invited', address: add(address).address }
      })
      return { success: true, warning: 'Email isn’t set up. Copy the invitation links and share them.', results }
    },
    'invitation.withdraw': ({ params }) => {
      invited.splice(
        invited.findIndex(({ id }) => id === params.id),
        1,
      )
      return { success: true }
    },
    'companyUser.create': ({ body }) => {
      const { firstName, lastName, email, role, password } = body
      const user = aCompanyUser({ firstName, lastName, email, role })
      users.push(user)
      return password ? { user } : { user, ...nextLink() }
    },
    'companyUser.setRole': ({ params, body }) => change(params.id, { role: body.role }),
    'companyUser.setStatus': ({ params, body }) => change(params.id, { status: body.status }),
    'companyUser.remove': ({ params }) => {
      users.splice(
        users.findIndex(({ id }) => id === params.id),
        1,
      )
      return { success: true }
    },
  }
}

/** `people` is everyone who may be in a group. */
export function groupAnswers(groups: Group[], people: readonly Person[], found: readonly FinderResult[] = []): Answers {
  const find = (id: string) => groups.findIndex((group) => group.id === id || group.shortId === id)
  const get = (id: string) => {
    const group = groups[find(id)]
    return group ? { group } : refuse('not_found')
  }
  const change = (id: string, edit: (group: Group) => Partial<Group>) => {
    const present = groups[find(id)]
    if (!present) return refuse('not_found')
    const group = { ...present, ...edit(present) }
    const userList = people.filter((person) => group.userIds.includes(person.id))
    groups[find(id)] = { ...group, userList }
    return get(id)
  }
  const membersOf = (id: string) => people.filter((person) => groups[find(id)]?.userIds.includes(person.id))
  return {
    'group.list': () => ({ groups }),
    'group.get': ({ params }) => get(params.id),
    'group.create': ({ body }) => {
      const group = aGroup({ title: body.title })
      groups.unshift(group)
      return { group }
    },
    'group.save': ({ params, body }) => change(params.id, () => body),
    'group.remove': ({ params }) => {
      groups.splice(find(params.id), 1)
      return { success: true }
    },
    'group.users': ({ params }) => ({ users: membersOf(params.id) }),
    'group.invitedUsers': ({ params }) => ({
      invitations: (groups[find(params.id)]?.invitedEmails ?? []).map((email) => ({
        email,
        createdAt: '2026-01-05T09:00:00.000Z',
      })),
    }),
    'group.addUser': ({ params, body }) => change(params.id, ({ userIds }) => ({ userIds: [...userIds, body.userId] })),
    'group.addInvitedUser': ({ params, body }) =>
      change(params.id, ({ invitedEmails }) => ({ invitedEmails: [...invitedEmails, body.email] })),
    'group.removeUser': ({ params }) =>
      change(params.id, ({ userIds }) => ({ userIds: userIds.filter((id) => id !== params.userId) })),
    'group.removeInvitedUser': ({ params }) =>
      change(params.id, ({ invitedEmails }) => ({
        invitedEmails: invitedEmails.filter((email) => email !== params.email),
      })),
    'finder.search': ({ params }) => ({
      items: found.filter(({ name, email }) => normalizeText(`${name} ${email}`).includes(normalizeText(params.query))),
    }),
  }
}

const normalizeText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\s]/g, '')
    .toLowerCase()
