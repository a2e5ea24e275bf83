/**
 * `npm run bench -- growth`: the lists of a company with 2,000 articles beside those of one with GROWTH_ARTICLES (100,000),
 * and the tree of a workspace with 20,000. Requests to both alternate, so that other work of the machine slows both down.
 */
import { sql } from 'kysely'
import path from 'node:path'
import { startServer, type RunningServer } from '../../e2e/support/server.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { embeddedConnection } from '../../packages/server/src/platform/database/embedded-postgres.ts'
import { percentile, report, reportGoals } from '../report.ts'
import { startUnlimitedServer } from '../unlimited-server-process.ts'
import { seedGrowth, type GrowthCompany } from './seed-growth.ts'
import { timeRequest, type WireTarget } from './wire.ts'

const articlesPerWorkspace = 2000
const large = Number(process.env['GROWTH_ARTICLES'] ?? 100_000)
const largeTree = Number(process.env['GROWTH_TREE'] ?? 20_000)

const rounds = 200
const warmUpRounds = 60

type Row = {
  readonly measure: string
  readonly pathOf: (company: GrowthCompany, round: number) => string
  /** The member of the large company also has ten times as many of these. */
  readonly isOwn?: boolean
}

const pick = <Item>(items: readonly Item[], round: number): Item => {
  const item = items[(round * 7919) % items.length]
  if (item === undefined) throw new Error('Nothing to choose from')
  return item
}

/** The page that a company of 2,000 ends with, and one far behind it. */
const lastPage = (company: GrowthCompany): number => (company.articleShortIds.length > articlesPerWorkspace ? 90 : 40)

const measured: readonly Row[] = [
  { measure: 'list of articles', pathOf: () => '/api/article' },
  { measure: 'page 90 of articles', pathOf: (company) => `/api/article?page=${lastPage(company)}` },
  { measure: 'tags', pathOf: () => '/api/tags/ta' },
  { measure: 'list of workspaces', pathOf: () => '/api/workspace' },
  { measure: 'drafts', pathOf: () => '/api/draft/', isOwn: true },
  { measure: 'number of drafts', pathOf: () => '/api/draft/count', isOwn: true },
  { measure: 'poll of notifications', pathOf: () => '/api/notifications?t=20', isOwn: true },
  { measure: 'list of notifications', pathOf: () => '/api/notifications', isOwn: true },
  { measure: 'one article', pathOf: (company, round) => `/api/article/${pick(company.articleShortIds, round)}` },
  { measure: 'tree of 2,000', pathOf: (company, round) => `/api/browse/${pick(company.workspaceIds, round)}` },
]

export async function benchGrowth(): Promise<void> {
  const server = await startServer()
  try {
    const { companies, tree } = await seed(server)
    const api = await startUnlimitedServer(path.join(server.dataDirectory, 'postgres'))
    try {
      for (const row of measured) await measureGrowth(api.baseURL, row, companies)
      await measureTree({ baseURL: api.baseURL, token: tree.token }, tree)
    } finally {
      api.stop()
    }
  } finally {
    await server.stop()
  }
}

type Companies = { readonly small: GrowthCompany; readonly grown: GrowthCompany }

async function seed(server: RunningServer): Promise<{ companies: Companies; tree: GrowthCompany }> {
  const connection = embeddedConnection(path.join(server.dataDirectory, 'postgres'))
  const { db, close } = openDatabase({ connection, log: console, poolSize: 2, statementTimeoutMs: 600_000 })
  try {
    const seeded = await seedCompanies(db)
    // The database would do this automatically after a while.
    await sql`vacuum analyze`.execute(db)
    return seeded
  } finally {
    await close()
  }
}

async function seedCompanies(db: Db) {
  const small = await seedGrowth(db, { workspaces: 1, articlesPerWorkspace, drafts: 200, notifications: 200 })
  const workspaces = Math.ceil(large / articlesPerWorkspace)
  const grown = await seedGrowth(db, { workspaces, articlesPerWorkspace, drafts: 2000, notifications: 2000 })
  const tree = await seedGrowth(db, { workspaces: 1, articlesPerWorkspace: largeTree, drafts: 0, notifications: 0 })
  return { companies: { small, grown }, tree }
}

async function measureGrowth(
  baseURL: string,
  { measure, pathOf, isOwn = false }: Row,
  { small, grown }: Companies,
): Promise<void> {
  const times = { small: [] as number[], grown: [] as number[] }
  const bytes = { small: 0, grown: 0 }
  const companies = { small, grown }
  for (let round = 0; round < rounds + warmUpRounds; round++) {
    for (const of of round % 2 === 0 ? (['small', 'grown'] as const) : (['grown', 'small'] as const)) {
      const company = companies[of]
      const answer = await timeRequest({ baseURL, token: company.token }, pathOf(company, round))
      bytes[of] = answer.bytes
      if (round >= warmUpRounds) times[of].push(answer.ms)
    }
  }
  const [p50, p50Grown] = [percentile(times.small, 0.5), percentile(times.grown, 0.5)]
  const [p95, p95Grown] = [percentile(times.small, 0.95), percentile(times.grown, 0.95)]
  const figures = { bytes: bytes.small, p50Ms: p50, p95Ms: p95, grownBytes: bytes.grown, p50GrownMs: p50Grown }
  reportGoals(
    `growth: ${measure}`,
    { ...figures, p95GrownMs: p95Grown, p50Ratio: ratio(p50Grown, p50), p95Ratio: ratio(p95Grown, p95) },
    { p95Ratio: { max: isOwn ? 3 : 1.5 } },
  )
}

const ratio = (grown: number, small: number): number => Math.round((100 * grown) / small) / 100

/** The first request has nothing to reuse; repeated ones find an unchanged tree, and so do those of who has it. */
async function measureTree(target: WireTarget, { workspaceIds, articlesPerWorkspace: articles }: GrowthCompany) {
  const address = `/api/browse/${workspaceIds[0]}`
  const first = await timeRequest(target, address)
  const times: number[] = []
  const unchanged: number[] = []
  const { etag } = first.headers
  for (let round = 0; round < 40; round++) {
    const answer = await timeRequest(target, address)
    if (round >= 10) times.push(answer.ms)
    if (etag === undefined) continue
    const known = await timeRequest(target, address, { 'if-none-match': etag })
    if (known.status !== 304) throw new Error('An unchanged tree was sent again')
    if (round >= 10) unchanged.push(known.ms)
  }
  const figures = { articles, bytes: first.bytes, firstMs: Math.round(first.ms) }
  report(
    'large tree',
    {
      ...figures,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      ...(unchanged.length > 0 && {
        unchangedP50Ms: percentile(unchanged, 0.5),
        unchangedP95Ms: percentile(unchanged, 0.95),
      }),
    },
    'p50 ≤ 150 ms',
  )
}
