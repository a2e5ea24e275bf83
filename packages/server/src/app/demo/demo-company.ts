/** Halden Systems makes gateways that read heat, water and power meters. All of its people are fictional. */
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import type { WorkspaceRole, WorkspaceVisibility } from '@knowreel/shared/workspace/workspace.calls.ts'

export const companyTitle = 'Halden Systems'
export const companySlug = 'halden-systems'

/** The same for everyone, so that it can be printed once. */
export const demoPassword = 'halden-demo'

type DemoPerson = {
  firstName: string
  lastName: string
  email: string
  jobTitle: string
  role: CompanyRole
  /** File in `photos/`. */
  photo: string
}

// Email to .example is never delivered, even if an installation sends email.
export const people = {
  ines: {
    firstName: 'Ines',
    lastName: 'Okafor',
    email: 'ines.okafor@halden.example',
    jobTitle: 'Head of support',
    role: 'owner',
    photo: 'ines.jpg',
  },
  priya: {
    firstName: 'Priya',
    lastName: 'Raghunathan',
    email: 'priya.raghunathan@halden.example',
    jobTitle: 'Head of engineering',
    role: 'admin',
    photo: 'priya.jpg',
  },
  tomasz: {
    firstName: 'Tomasz',
    lastName: 'Wiśniewski',
    email: 'tomasz.wisniewski@halden.example',
    jobTitle: 'Platform engineer',
    role: 'moderator',
    photo: 'tomasz.jpg',
  },
  jonas: {
    firstName: 'Jonas',
    lastName: 'Lindqvist',
    email: 'jonas.lindqvist@halden.example',
    jobTitle: 'Field operations lead',
    role: 'user',
    photo: 'jonas.jpg',
  },
  marialuisa: {
    firstName: 'Maria-Luisa',
    lastName: 'Fernández de la Vega',
    email: 'maria-luisa.fernandez@halden.example',
    jobTitle: 'Customer communication',
    role: 'user',
    photo: 'maria-luisa.jpg',
  },
  aiko: {
    firstName: 'Aiko',
    lastName: 'Tanaka',
    email: 'aiko.tanaka@halden.example',
    jobTitle: 'Hardware engineer',
    role: 'user',
    photo: 'aiko.jpg',
  },
} as const satisfies Record<string, DemoPerson>

export type PersonKey = keyof typeof people

type DemoWorkspace = {
  title: string
  description: string
  visibility: WorkspaceVisibility
  owner: PersonKey
  roles: Partial<Record<PersonKey, Exclude<WorkspaceRole, 'owner'>>>
  favoriteOf: readonly PersonKey[]
  isArchived?: boolean
  /** How many days ago it was created. */
  age: number
}

/** By the name of the folder in `articles/` that holds their articles. */
export const workspaces = {
  support: {
    title: 'Support runbooks',
    description: 'First-line and second-line, every step we repeat',
    visibility: 'organization',
    owner: 'ines',
    roles: { jonas: 'editor', marialuisa: 'editor', tomasz: 'editor' },
    favoriteOf: ['ines', 'jonas', 'marialuisa', 'priya'],
    age: 212,
  },
  platform: {
    title: 'Platform engineering',
    description: 'How the ingest, the gateways and the releases work',
    visibility: 'private',
    owner: 'tomasz',
    roles: { priya: 'admin', ines: 'editor', aiko: 'editor', jonas: 'viewer' },
    favoriteOf: ['ines', 'tomasz', 'priya', 'aiko'],
    age: 188,
  },
  field: {
    title: 'Field installation',
    description: 'Wiring, mounting, first contact',
    visibility: 'organization',
    owner: 'jonas',
    roles: { aiko: 'editor', ines: 'admin', tomasz: 'viewer' },
    favoriteOf: ['jonas', 'aiko'],
    age: 171,
  },
  guide: {
    title: 'Customer guide',
    description: 'The portal, the reports and the API, open to everybody',
    visibility: 'public',
    owner: 'marialuisa',
    roles: { jonas: 'editor', aiko: 'editor', ines: 'admin' },
    favoriteOf: ['marialuisa'],
    age: 96,
  },
  'gateway-3': {
    title: 'Gateway 3 (discontinued)',
    description: 'Kept for the last sites that still run one',
    visibility: 'organization',
    owner: 'aiko',
    roles: { jonas: 'editor' },
    favoriteOf: [],
    isArchived: true,
    age: 640,
  },
} as const satisfies Record<string, DemoWorkspace>

export type WorkspaceKey = keyof typeof workspaces
