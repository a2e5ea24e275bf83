/** All SQL on the tables of AI, but for those of generations. */
import type { AiSettings, UsageKind, UsageOfMonth } from '@knowreel/shared/ai/ai.calls.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { UsageOutcome } from './ai.tables.ts'

/** How long requests and ratings are kept. */
const retentionDays = 400

export type CompanySettings = {
  readonly isEnabled: boolean
  readonly baseUrl: string
  readonly model: string
  readonly imageModel: string
  readonly embeddingModel: string
  readonly apiKey: Buffer | null
  readonly keyEnding: string | null
  readonly monthlyTokens: number | null
  readonly monthlyCost: number | null
  readonly inputPrice: number | null
  readonly outputPrice: number | null
  readonly imagePrice: number | null
  readonly embeddingPrice: number | null
}

export async function findCompanySettings(db: Db, companyId: string): Promise<CompanySettings> {
  const row = await db
    .selectFrom('companies as c')
    .leftJoin('ai_settings as s', 's.company_id', 'c.id')
    .where('c.id', '=', companyId)
    .select(['c.is_ai_enabled', 's.base_url', 's.model', 's.image_model', 's.embedding_model'])
    .select(['s.api_key', 's.key_ending', 's.embedding_price'])
    .select(['s.monthly_tokens', 's.monthly_cost', 's.input_price', 's.output_price', 's.image_price'])
    .executeTakeFirstOrThrow()
  return {
    isEnabled: row.is_ai_enabled,
    baseUrl: row.base_url ?? '',
    model: row.model ?? '',
    imageModel: row.image_model ?? '',
    embeddingModel: row.embedding_model ?? '',
    apiKey: row.api_key,
    keyEnding: row.key_ending,
    monthlyTokens: row.monthly_tokens,
    monthlyCost: row.monthly_cost,
    inputPrice: row.input_price,
    outputPrice: row.output_price,
    imagePrice: row.image_price,
    embeddingPrice: row.embedding_price,
  }
}

export async function listEnabledCompanies(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('companies').where('is_ai_enabled', '=', true).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

type SavedSettings = Omit<AiSettings, 'isEnabled' | 'keyEnding' | 'hasInstallationModel'> & {
  /** Undefined: unchanged. */
  readonly key: { readonly sealed: Buffer | null; readonly ending: string | null } | undefined
}

export async function upsertSettings(db: Db, companyId: string, saved: SavedSettings): Promise<void> {
  const values = {
    base_url: saved.baseUrl,
    model: saved.model,
    image_model: saved.imageModel,
    embedding_model: saved.embeddingModel,
    monthly_tokens: saved.monthlyTokens,
    monthly_cost: saved.monthlyCost,
    input_price: saved.inputPrice,
    output_price: saved.outputPrice,
    image_price: saved.imagePrice,
    embedding_price: saved.embeddingPrice,
    updated_at: new Date(),
    ...(saved.key !== undefined && { api_key: saved.key.sealed, key_ending: saved.key.ending }),
  }
  await db
    .insertInto('ai_settings')
    .values({ company_id: companyId, api_key: null, key_ending: null, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

type NewUsage = {
  readonly id: string
  readonly companyId: string
  readonly userId: string | null
  readonly kind: UsageKind
  readonly model: string
  readonly inputTokens: number
  readonly cost: number | null
}

/** Before the request is sent, with an estimate of what is sent. */
export async function insertUsage(db: Db, { id, companyId, userId, kind, model, inputTokens, cost }: NewUsage) {
  await db
    .insertInto('ai_usages')
    .values({
      id,
      company_id: companyId,
      user_id: userId,
      kind,
      model,
      input_tokens: inputTokens,
      cost,
      duration_ms: null,
    })
    .execute()
}

type EndedUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly images: number
  readonly cost: number | null
  readonly isEstimated: boolean
  readonly outcome: UsageOutcome
  readonly durationMs: number
}

export async function endUsage(db: Db, id: string, ended: EndedUsage): Promise<void> {
  await db
    .updateTable('ai_usages')
    .set({
      input_tokens: ended.inputTokens,
      output_tokens: ended.outputTokens,
      images: ended.images,
      cost: ended.cost,
      is_estimated: ended.isEstimated,
      outcome: ended.outcome,
      duration_ms: ended.durationMs,
    })
    .where('id', '=', id)
    .execute()
}

const monthStart = (month: string) => sql`(${month} || '-01')::timestamp at time zone 'utc'`
const monthEnd = (month: string) => sql`((${month} || '-01')::timestamp + interval '1 month') at time zone 'utc'`

export async function sumUsage(db: Db, companyId: string, month: string): Promise<{ tokens: number; cost: number }> {
  const { rows } = await sql<{ tokens: number; cost: number }>`
    select coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens, coalesce(sum(cost), 0)::float8 as cost
    from ai_usages
    where company_id = ${companyId} and created_at >= ${monthStart(month)} and created_at < ${monthEnd(month)}
  `.execute(db)
  return rows[0] ?? { tokens: 0, cost: 0 }
}

type UsageRow = {
  kind: UsageKind
  day: string
  requests: number
  failed: number
  tokens: number
  cost: number | null
  hasEstimates: boolean
}

export async function readUsage(db: Db, companyId: string, month: string): Promise<UsageOfMonth> {
  const { rows } = await sql<UsageRow>`
    select kind, to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int as requests,
      count(*) filter (where outcome in ('failed', 'running'))::int as failed,
      sum(input_tokens + output_tokens)::float8 as tokens, sum(cost)::float8 as cost,
      bool_or(is_estimated) as "hasEstimates"
    from ai_usages
    where company_id = ${companyId} and created_at >= ${monthStart(month)} and created_at < ${monthEnd(month)}
    group by 1, 2 order by 2, 1
  `.execute(db)
  const total = (of: readonly UsageRow[]) => ({
    requests: of.reduce((sum, { requests }) => sum + requests, 0),
    tokens: of.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: of.every(({ cost }) => cost === null) ? null : of.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
  })
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    month,
    ...total(rows),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
    hasEstimates: rows.some(({ hasEstimates }) => hasEstimates),
    kinds: [...byKind].map(([kind, of]) => ({ kind, ...total(of) })),
    days: [...byDay].map(([day, of]) => {
      const { tokens, cost } = total(of)
      return { day, tokens, cost }
    }),
  }
}

type NewAnswer = { id: string; companyId: string; userId: string; kind: string; articles: readonly string[] }

export async function insertAnswer(db: Db, { id, companyId, userId, kind, articles }: NewAnswer): Promise<void> {
  await db
    .insertInto('ai_answers')
    .values({ id, company_id: companyId, user_id: userId, kind, articles: [...articles], is_good: null })
    .execute()
}

/** False if the person received no such answer. */
export async function setRating(
  db: Db,
  { id, companyId, userId, isGood }: { id: string; companyId: string; userId: string; isGood: boolean | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ai_answers')
    .set({ is_good: isGood })
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteOldUsage(db: Db): Promise<void> {
  const before = sql<Date>`now() - ${`${retentionDays} days`}::interval`
  await db.deleteFrom('ai_usages').where('created_at', '<', before).execute()
  await db.deleteFrom('ai_answers').where('created_at', '<', before).execute()
}

export async function listCompaniesWithAi(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('companies')
    .where('id', 'in', [...new Set(ids)])
    .where('is_ai_enabled', '=', true)
    .select('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
