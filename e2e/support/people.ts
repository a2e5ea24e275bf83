import path from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { buildCompany, buildMember, type BuiltCompany } from '../../packages/server/src/company/company.builder.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { embeddedConnection } from '../../packages/server/src/platform/database/embedded-postgres.ts'
import { startSession } from '../../packages/server/src/user/index.ts'
import { hashPassword } from '../../packages/server/src/user/sign-in/password.ts'
import { buildUser, type BuiltUser } from '../../packages/server/src/user/user.builder.ts'
import { test as base } from './server.ts'

export { expect } from './server.ts'

/** Shared by all accounts. Only tests of sign-in use the form, because sign-ins are limited per minute. */
export const password = 'a sentence to remember'

type OpenOptions = BrowserContextOptions & {
  /** False for a browser without WebCodecs. */
  canDecode?: boolean
}

type MemberOverrides = Omit<NonNullable<Parameters<typeof buildMember>[2]>, 'user'>
type UserOverrides = NonNullable<Parameters<typeof buildUser>[1]>

export type Person = BuiltUser & {
  name: string
  /** Token of the person's own session. */
  token: string
  /** Opens a URL in the person's own browser context, signed in. */
  open: (address: string, options?: OpenOptions) => Promise<Page>
}

export type Company = BuiltCompany & {
  owner: Person
  /** Adds a person with an account and a personal workspace. */
  join: (overrides?: MemberOverrides & UserOverrides) => Promise<Person>
}

type CreateCompany = (overrides?: { title?: string; owner?: UserOverrides }) => Promise<Company>

export type PeopleOptions = {
  /** Whether the browsers of people have WebCodecs, unless a test decides. */
  browserCanDecode: boolean
}

type Fixtures = PeopleOptions & {
  /** The database of the running server, for preparing test data. */
  db: Db
  passwordHash: string
  /** Browser contexts that people have opened; closed after the test. */
  openedContexts: BrowserContext[]
  /** Creates a company with its owner, without using the forms. */
  createCompany: CreateCompany
}

export const test = base.extend<{ closesPages: void }, Fixtures>({
  browserCanDecode: [true, { option: true, scope: 'worker' }],
  db: [
    async ({ server }, use) => {
      const connection = embeddedConnection(path.join(server.dataDirectory, 'postgres'))
      const { db, close } = openDatabase({ connection, log: console, poolSize: 2 })
      await use(db)
      await close()
    },
    { scope: 'worker' },
  ],
  passwordHash: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => use(await hashPassword(password)),
    { scope: 'worker' },
  ],
  openedContexts: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  closesPages: [
    async ({ openedContexts }, use) => {
      await use()
      await Promise.all(openedContexts.splice(0).map((context) => context.close()))
    },
    { auto: true },
  ],
  createCompany: [
    async ({ db, passwordHash, browser, browserCanDecode, server: { baseURL }, openedContexts }, use) => {
      const welcome = async (user: BuiltUser, companyId: string): Promise<Person> => {
        const token = await startSession(db, { userId: user.id, companyId, userAgent: null })
        const open = async (address: string, { canDecode = browserCanDecode, ...options }: OpenOptions = {}) => {
          const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options, baseURL })
          openedContexts.push(context)
          if (!canDecode) await context.addInitScript(() => Reflect.deleteProperty(window, 'VideoDecoder'))
          await context.addCookies([{ name: 'knowreel_token', value: token, url: baseURL }])
          const page = await context.newPage()
          await page.goto(address)
          return page
        }
        return { ...user, name: `${user.firstName} ${user.lastName}`, token, open }
      }

      await use(async ({ title, owner: ownerOverrides } = {}) => {
        const founder = await buildUser(db, { passwordHash, ...ownerOverrides })
        const company = await buildCompany(db, { title, owner: founder })
        return {
          ...company,
          owner: await welcome(founder, company.id),
          async join({ role, status, ...overrides } = {}) {
            const user = await buildUser(db, { passwordHash, firstName: 'Jonas', lastName: 'Weber', ...overrides })
            return welcome(await buildMember(db, company, { user, role, status }), company.id)
          },
        }
      })
    },
    { scope: 'worker' },
  ],
})
