/** Server responses for tests: each sample is complete, and a test overrides only the fields it is about. */
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { CompanyUser } from '@knowreel/shared/company/company-user.calls.ts'
import type { CompanyInfo, CompanyRole, CurrentCompany } from '@knowreel/shared/company/company.calls.ts'
import type { ArticlePreview, ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import type { Group } from '@knowreel/shared/group/group.calls.ts'
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import type { Me, Person } from '@knowreel/shared/user/user.calls.ts'
import type { Workspace, WorkspaceRoleEntry } from '@knowreel/shared/workspace/workspace.calls.ts'

let lastId = 0

/** Counts up, so that no two samples of a test share an id. */
const nextId = (kind: string): string => `${kind}-${++lastId}`

const longAgo = '2026-01-05T09:00:00.000Z'

export function aPerson({ firstName = 'Jonas', lastName = 'Weber', ...rest }: Partial<Person> = {}): Person {
  const id = rest.id ?? nextId('person')
  return {
    id,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email: `${id}@brightmeter.example`,
    profileImage: null,
    jobTitle: null,
    isDeactivated: false,
    ...rest,
  }
}

export function aCompany(change: Partial<CurrentCompany> = {}): CurrentCompany {
  const id = change.id ?? nextId('company')
  return {
    id,
    title: 'Brightmeter',
    slug: 'brightmeter',
    domain: null,
    logo: null,
    isActivated: true,
    isPaid: true,
    isBilling: false,
    isAiEnabled: false,
    createdAt: longAgo,
    role: 'owner',
    status: 'active',
    roles: [],
    user: 'me',
    isSharingOff: false,
    areApiKeysOff: false,
    logoPreview: null,
    paddle: null,
    contact: null,
    ...change,
  }
}

export type Session = CallResponse<Catalogue['user']['me']>

const managerRoles: readonly CompanyRole[] = ['moderator', 'admin', 'owner']

/** The signed-in person: by default the owner of a company, with the abilities of that role. */
export function aSession(change: Partial<Me> = {}): Session {
  const role = change.role === undefined ? 'owner' : change.role
  const company = change.company === undefined ? aCompany({ role: role ?? 'user' }) : change.company
  const isEditor = role === 'admin' || role === 'owner'
  const isManager = role !== null && managerRoles.includes(role)
  const { firstName = 'Ines', lastName = 'Okafor' } = change
  const user: Me = {
    id: 'me',
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    email: 'ines@brightmeter.example',
    isEmailConfirmed: true,
    pendingEmail: null,
    hasPassword: true,
    jobTitle: null,
    birthDay: null,
    paragraphsAutoGeneration: 'manually',
    profileImage: null,
    profileImagePreview: null,
    role,
    groups: [],
    globalRoles: [],
    company,
    companyIds: company ? [company.id] : [],
    personalWorkspaceId: null,
    personalWorkspaceShortId: null,
    isSuperAdmin: false,
    hasLeftCompany: false,
    hasFirstSteps: false,
    supportContact: null,
    lastTimeLoggedIn: longAgo,
    createdAt: longAgo,
    paddle: null,
    loggedInAs: null,
    ...change,
    abilities: {
      createWorkspace: company !== null,
      createArticle: company !== null,
      createCompany: true,
      editCompany: isEditor,
      manageUsers: isManager,
      manageGroups: isManager,
      seeBilling: role === 'owner' && company?.isBilling === true,
      seeAdmin: false,
      seeAuditLog: isEditor,
      ...change.abilities,
    },
  }
  return { user, companies: company ? [company] : [] }
}

/** The session of a super admin, who sees the back office. */
export function anOperatorSession(): Session {
  const session = aSession({ isSuperAdmin: true })
  session.user.abilities.seeAdmin = true
  return session
}

/** The signed-in person as colleagues see them. */
export const personOf = ({ user }: Session): Person => aPerson({ ...user })

export function aWorkspace(change: Partial<Workspace> = {}): Workspace {
  const id = change.id ?? nextId('workspace')
  const role = change.role === undefined ? 'owner' : change.role
  const isAdmin = role === 'admin' || role === 'owner'
  return {
    id,
    shortId: id,
    slug: 'workspace',
    title: 'Support runbooks',
    description: '',
    visibility: 'private',
    company: 'company',
    isArchived: false,
    isFavorite: false,
    articlesCount: 0,
    createdAt: longAgo,
    lastActivityAt: longAgo,
    author: null,
    role,
    order: [],
    orderRevision: 0,
    isSharingOff: false,
    isSlackAvailable: false,
    slackIntegration: null,
    ...change,
    abilities: {
      editWorkspace: isAdmin && !change.isArchived,
      deleteWorkspace: role === 'owner',
      editArticles: role !== null && role !== 'viewer' && !change.isArchived,
      manage: isAdmin && !change.isArchived,
      archive: isAdmin,
      ...change.abilities,
    },
  }
}

export const aPreview = (change: Partial<ArticlePreview> = {}): ArticlePreview => ({
  id: nextId('article'),
  shortId: 'art5678923',
  title: 'Replace a meter',
  workspaceTitle: 'Support runbooks',
  duration: 0,
  posterUrl: null,
  excerpt: '',
  ...change,
})

export const aTreeEntry = (change: Partial<ArticleTreeEntry> = {}): ArticleTreeEntry => {
  const id = change.id ?? nextId('article')
  return {
    id,
    shortId: id,
    slug: 'article',
    title: 'Restart a gateway',
    icon: null,
    duration: 0,
    isHasText: true,
    isFirstTabFilled: true,
    isArchived: false,
    updatedAt: longAgo,
    ...change,
  }
}

export const aRoleEntry = (person: Person, change: Partial<WorkspaceRoleEntry> = {}): WorkspaceRoleEntry => ({
  user: person.id,
  email: person.email ?? '',
  firstName: person.firstName,
  lastName: person.lastName,
  name: person.name,
  profileImage: person.profileImage,
  role: 'viewer',
  isOwner: change.role === 'owner',
  isInvited: false,
  isDeactivated: person.isDeactivated,
  ...change,
})

export function aGroup({ members = [], ...change }: Partial<Group> & { members?: readonly Person[] } = {}): Group {
  const id = change.id ?? nextId('group')
  return {
    id,
    shortId: id,
    title: 'Support',
    role: null,
    company: 'company',
    userIds: members.map((person) => person.id),
    invitedEmails: [],
    userList: members.slice(0, 5),
    createdAt: longAgo,
    ...change,
  }
}

export const aCompanyUser = ({ abilities, ...change }: Partial<CompanyUser> = {}): CompanyUser => ({
  ...aPerson(change),
  role: 'user',
  status: 'active',
  groups: [],
  lastTimeLoggedIn: null,
  createdAt: longAgo,
  ...change,
  abilities: { setStatus: true, remove: true, roles: ['user', 'moderator', 'admin'], ...abilities },
})

export const aFinding = (found: Person | Group): FinderResult =>
  'title' in found
    ? { type: 'group', id: found.id, name: found.title, email: null, profileImage: null, members: found.userIds.length }
    : { type: 'user', id: found.id, name: found.name, email: found.email, profileImage: null, members: null }

export const aCompanyInfo = (change: Partial<CompanyInfo> = {}): CompanyInfo => ({
  id: 'company',
  title: 'Brightmeter',
  slug: 'brightmeter',
  domain: null,
  logo: null,
  counts: { users: 1, workspaces: 1, articles: 0 },
  owner: { id: 'me', firstName: 'Ines', lastName: 'Okafor', name: 'Ines Okafor', email: 'ines@brightmeter.example' },
  createdAt: longAgo,
  isActivated: true,
  isPaid: true,
  isBilling: false,
  isAiEnabled: false,
  roles: [],
  ...change,
})

export function aMeeting(change: Partial<Meeting> = {}): Meeting {
  const status = change.status ?? 'upcoming'
  const phases = { upcoming: 'scheduled', processing: 'recording', failed: 'failed', finished: 'finished' } as const
  const startAt = change.startAt ?? '2027-03-01T10:00:00.000Z'
  return {
    id: nextId('meeting'),
    title: 'Support sync',
    workspace: { id: 'workspace-runbooks', title: 'Support runbooks' },
    workspaceId: 'workspace-runbooks',
    organizedBy: aPerson(),
    startAt,
    status,
    recurrence: null,
    article: null,
    isDraft: false,
    articlePath: null,
    platform: 'meet',
    isShared: false,
    metadata: {
      failureData: null,
      phase: status === 'no-show' ? 'noShow' : phases[status],
      phaseSince: startAt,
      progress: null,
    },
    abilities: {
      configure: status === 'upcoming',
      remove: status !== 'processing',
      sendAgain: status === 'failed' || status === 'no-show',
    },
    ...change,
  }
}
