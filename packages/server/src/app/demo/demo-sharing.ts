/** What the demo company shows to people outside the workspace that an article stands in. */
import type { PersonKey } from './demo-company.ts'

type DemoLink = {
  /** The key of the article in the library. */
  article: string
  by: PersonKey
  isWithSubArticles: boolean
  /** How many days ago it was made, and used last. */
  age: number
  usedAge: number
  uses: number
}

export const publicLinks: readonly DemoLink[] = [
  { article: 'mount', by: 'jonas', isWithSubArticles: true, age: 8, usedAge: 1, uses: 23 },
]

type DemoShare = {
  article: string
  by: PersonKey
  people?: readonly PersonKey[]
  /** Titles of groups. */
  groups?: readonly string[]
  /** Addresses of `invited`. */
  invited?: readonly string[]
  age: number
}

/** Of a private workspace, in which not all of these have a role. */
export const namedShares: readonly DemoShare[] = [
  { article: 'release', by: 'tomasz', people: ['marialuisa'], age: 12 },
  { article: 'canary', by: 'priya', people: ['marialuisa'], groups: ['Change advisory board'], age: 6 },
  { article: 'certs', by: 'tomasz', invited: ['noor.haddad@halden.example'], age: 2 },
]
