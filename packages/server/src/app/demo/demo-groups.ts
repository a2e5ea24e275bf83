/** Groups of the demo company and their roles in workspaces. */
import type { AssignableRole } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { PersonKey, WorkspaceKey } from './demo-company.ts'

type DemoGroup = {
  title: string
  members: readonly PersonKey[]
  /** Addresses from `invited` that become members when they join. */
  invited?: readonly string[]
  roles: Partial<Record<WorkspaceKey, AssignableRole>>
  /** How many days ago it was created. */
  age: number
}

/** Invited, but not joined yet. */
export const invited = [
  { firstName: 'Noor', lastName: 'Haddad', email: 'noor.haddad@halden.example', days: 3 },
  { firstName: 'Sofia', lastName: 'Almeida', email: 'sofia.almeida@halden.example', days: 9 },
] as const

export const groups: readonly DemoGroup[] = [
  {
    title: 'Everyone at Halden',
    members: ['ines', 'priya', 'tomasz', 'jonas', 'marialuisa', 'aiko'],
    roles: { guide: 'viewer' },
    age: 190,
  },
  {
    title: 'First-line support, Nordic',
    members: ['ines', 'marialuisa', 'jonas'],
    invited: ['noor.haddad@halden.example'],
    roles: { support: 'editor' },
    age: 140,
  },
  {
    title: 'On-call engineers',
    members: ['tomasz', 'priya', 'aiko'],
    roles: { platform: 'editor', support: 'viewer' },
    age: 92,
  },
  {
    title: 'Field technicians and certified installation partners',
    members: ['jonas', 'aiko'],
    invited: ['sofia.almeida@halden.example'],
    roles: { field: 'editor' },
    age: 61,
  },
  { title: 'Change advisory board', members: ['priya', 'ines', 'tomasz'], roles: {}, age: 27 },
  { title: 'Auditors 2027', members: [], roles: {}, age: 2 },
]
