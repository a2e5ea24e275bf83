/** Each list and page of the back office is one statement, however many rows it has. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { auditRoutes } from '../audit/index.ts'
import { createCompanyDomains } from '../company/index.ts'
import { buildCompany } from '../company/company.builder.ts'
import type { Db } from '../platform/database/db.ts'
import { adminRoutes } from './admin.routes.ts'

const { db, jobs } = await startTestServer()
const company = await buildCompany(db)

let statements = 0
const counting: Db = db.withPlugin({
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    statements += 1
    return result
  },
})

const unused = () => Promise.reject(new Error('Reading does not need this'))
const routes = adminRoutes({
  db: counting,
  enqueue: unused,
  jobs: jobs.directory,
  domains: createCompanyDomains({ publicUrl: null, hasCompanyDomains: false }),
  publicAddress: () => '',
  cleanVideos: unused,
  articles: { deleteArticlesOfWorkspace: unused },
  isBillingOn: false,
  endBilling: unused,
  resumeBilling: unused,
})
const audit = auditRoutes({ db: counting, deviceName: () => '' })
const one = { id: company.id }

type Read = readonly [routes: { handlers: Record<string, unknown> }, call: string, input: object]
const reads: Readonly<Record<string, Read>> = {
  'the companies': [routes, 'searchCompanies', { params: { q: '0' }, query: { page: 1 } }],
  'companies that are searched': [routes, 'searchCompanies', { params: { q: 'comp' }, query: { page: 2, ai: '0' } }],
  'a company': [routes, 'getCompany', { params: one }],
  'the totals of a company': [routes, 'companyStats', { params: one }],
  'the owner of a company': [routes, 'companyOwner', { params: one }],
  'the people of a company': [routes, 'companyUsers', { params: one }],
  'the jobs': [routes, 'searchJobs', { params: { q: '0' }, query: { page: 1 } }],
  'jobs that are searched': [routes, 'searchJobs', { params: { q: 'remove' }, query: { page: 2 } }],
  'the number of jobs': [routes, 'countJobs', {}],
  'the dashboard': [routes, 'stats', {}],
  'the audit log': [audit, 'listAll', { query: { limit: 50 } }],
}

/** Adds companies, people of the one that is read, jobs and entries. */
async function add(count: number): Promise<void> {
  await sql`
    with made as (
      select gen_random_uuid() as id, gen_random_uuid() as user_id, n from generate_series(1, ${count}::int) n
    ), people as (
      insert into users (id, email, first_name, last_name) select user_id, user_id || '@example.com', 'Noor', 'Haddad' from made
      returning id
    ), companies as (
      insert into companies (id, title, slug, owner_id) select id, 'Company ' || n, id::text, user_id from made
    ), entries as (
      insert into audit_entries (id, action) select id, 'signed_in' from made
    ), jobs as (
      insert into pgboss.job (name, data, state, start_after)
      select 'remove-file', '{}', 'created', now() + interval '1 hour' from made
    )
    insert into company_members (company_id, user_id, role) select ${company.id}::uuid, id, 'user' from people
  `.execute(db)
}

test.each([2, 200])('with %i more companies, people, jobs and entries, every read is one statement', async (count) => {
  await add(count)
  for (const [name, [{ handlers }, call, input]] of Object.entries(reads)) {
    statements = 0
    await (handlers[call] as (input: object) => Promise<unknown>)({ actor: null, ...input })
    expect([name, statements]).toEqual([name, 1])
  }
})
