/** Workspaces and people for tests. */
import type { Person } from '@knowreel/shared/user/user.calls.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'

export const buildPerson = (overrides: Partial<Person> = {}): Person => ({
  id: 'person',
  firstName: 'Ines',
  lastName: 'Okafor',
  name: 'Ines Okafor',
  email: 'ines.okafor@halden.test',
  profileImage: null,
  jobTitle: null,
  isDeactivated: false,
  ...overrides,
})

export const buildWorkspace = (overrides: Partial<Workspace> = {}): Workspace => ({
  id: 'workspace',
  shortId: 'k3vtq7xw2p',
  slug: 'support-runbooks',
  title: 'Support runbooks',
  description: '',
  visibility: 'organization',
  company: 'company',
  isArchived: false,
  isFavorite: false,
  articlesCount: 0,
  createdAt: '2026-11-04T08:00:00.000Z',
  lastActivityAt: '2026-11-04T08:00:00.000Z',
  author: null,
  role: 'owner',
  abilities: { editWorkspace: true, deleteWorkspace: true, editArticles: true, manage: true, archive: true },
  order: [],
  orderRevision: 0,
  isSharingOff: false,
  isSlackAvailable: false,
  slackIntegration: null,
  ...overrides,
})
