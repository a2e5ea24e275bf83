/**
 * The lists of the back office in a large installation, as a super admin reads them over HTTP. ADMIN_COMPANIES and
 * ADMIN_JOBS change its size.
 */
import path from 'node:path'
import { sql } from 'kysely'
import type { RunningServer } from '../e2e/support/server.ts'
import { companiesPerPage, jobsPerPage } from '../packages/shared/src/admin/admin.rules.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { seedCompanies, seedJobs } from './admin/seed-installation.ts'
import { percentile, report, round } from './report.ts'
import { startUnlimitedServer } from './unlimited-server-process.ts'

const repetitions = 40
const budget = 'p95 ≤ 50 ms'

type Owner = { readonly userId: string; readonly token: string }

export async function benchAdmin(main: RunningServer, db: Db, { userId, token }: Owner): Promise<void> {
  const companies = Number(process.env['ADMIN_COMPANIES'] ?? 10_000)
  const jobs = Number(process.env['ADMIN_JOBS'] ?? 1_000_000)
  const started = performance.now()
  await db.updateTable('users').set({ is_super_admin: true }).where('id', '=', userId).execute()
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await seedCompanies(connection, companies)
    await seedJobs(connection, jobs)
    await sql`vacuum analyze`.execute(connection)
  })
  report('admin: seeding', { companies, jobs, seconds: round((performance.now() - started) / 1000) })

  const api = await startUnlimitedServer(path.join(main.dataDirectory, 'postgres'))
  const read = async (address: string) => {
    const response = await fetch(`${api.baseURL}/api/admin/${address}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${address} was answered with ${response.status}: ${await response.text()}`)
    return (await response.json()) as { companies?: unknown[]; jobs?: unknown[]; count?: number }
  }
  try {
    for (const [name, addressOf] of Object.entries(lists(companies, jobs))) {
      const times: number[] = []
      let found: Awaited<ReturnType<typeof read>> = {}
      // Connections prepare their statements.
      for (let n = -5; n < repetitions; n++) {
        const from = performance.now()
        found = await read(addressOf(Math.abs(n)))
        if (n >= 0) times.push(performance.now() - from)
      }
      const rows = (found.companies ?? found.jobs)?.length ?? 0
      const figures = {
        rows,
        count: found.count ?? 0,
        // On a busy machine, the only one that shows the cost of the call itself.
        fastestMs: round(Math.min(...times)),
        p50Ms: percentile(times, 0.5),
        p95Ms: percentile(times, 0.95),
      }
      report(`admin: ${name}`, figures, budget)
    }
  } finally {
    api.stop()
  }
}

type AddressOf = (n: number) => string

/** The address of each repetition, so that no two of a list are the same where the list has more. */
function lists(companies: number, jobs: number): Readonly<Record<string, AddressOf>> {
  const ofCompanies = (q: string, query = '') => `companies/search/${encodeURIComponent(q)}?page=1${query}`
  const ofJobs = (q: string) => `jobs/search/${encodeURIComponent(q)}?page=1`
  const pages = Math.ceil(companies / companiesPerPage)
  const listedPages = Math.ceil(Math.min(jobs, 10_000) / jobsPerPage)
  const spread = (n: number, count: number) => 1 + ((n * 7919) % count)
  return {
    'companies, first page': () => ofCompanies('0'),
    'companies, any page': (n) => `companies/search/0?page=${spread(n, pages)}`,
    'companies, filtered': () => ofCompanies('0', '&isBilling=1&ai=0&activated=1'),
    'companies by a word of the title': (n) => ofCompanies(['Halden', 'grid', 'Marine', 'clin'][n % 4] ?? ''),
    'companies by one letter': (n) => ofCompanies('abcdefghij'[n % 10] ?? 'a'),
    'companies by slug': (n) => ofCompanies(`-${spread(n, companies)}`),
    'companies by the owner’s email': (n) => ofCompanies(`owner${spread(n, companies)}@`),
    'companies, nothing found': (n) => ofCompanies(`nothing ${n}`),
    'jobs, first page': () => ofJobs('0'),
    'jobs, any listed page': (n) => `jobs/search/0?page=${spread(n, listedPages)}`,
    'jobs, any page': (n) => `jobs/search/0?page=${spread(n, Math.ceil(jobs / jobsPerPage))}`,
    'jobs by name': (n) => ofJobs(['remove-file', 'send-mail', 'make-rendition'][n % 3] ?? ''),
    'jobs by a rare name': () => ofJobs('sweep-audit-log'),
    'jobs by two letters': (n) => ofJobs(['re', 'no', 'se'][n % 3] ?? ''),
    'jobs by a parameter': (n) => ofJobs(fileKeyOf(n)),
    'jobs by what all parameters contain': () => ofJobs('files/'),
    'jobs, nothing found': (n) => ofJobs(`nothing ${n}`),
    'number of jobs': () => 'jobs/count',
    dashboard: () => 'companies/stats',
  }
}

/** Digits that some of the seeded file keys contain. */
const fileKeyOf = (n: number): string => (0xc4_ca_42 + n * 4099).toString(16)
