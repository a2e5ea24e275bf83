/**
 * The models as features use them: whether the company may use one, which one, and one metered request. The row of a
 * request is written before it is sent; whatever happens afterwards, the company is charged for it once.
 */
import type { UsageKind } from '@knowreel/shared/ai/ai.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type * as z from 'zod'
import { unseal } from '../../platform/crypto/sealed-box.ts'
import type { Db } from '../../platform/database/db.ts'
import { endUsage, findCompanySettings, insertUsage, sumUsage, type CompanySettings } from '../ai.queries.ts'
import {
  costOf,
  embeddingPrices,
  estimateTokens,
  type ModelEndpoint,
  type Prices,
  type Usage,
} from './model-endpoint.ts'
import type { EmbedRequest, ModelClient, OnUsage, TextRequest } from './model-client.ts'

export type Caller = { readonly companyId: string; readonly userId: string | null }

type Purpose = { readonly caller: Caller; readonly kind: UsageKind }

export type AiStatus = { readonly isEnabled: boolean; readonly hasText: boolean; readonly hasImages: boolean }

export type Assistant = {
  statusOf(companyId: string): Promise<AiStatus>
  /** Throws `ai_off`. */
  requireEnabled(companyId: string): Promise<void>
  /** Streams; throws an error that people can be shown. */
  writeText(request: Purpose & TextRequest): Promise<string>
  /** Data of a shape; a model that misses it is asked once more. */
  writeData<Shape extends z.ZodType>(
    request: Purpose & TextRequest & { readonly shape: Shape },
  ): Promise<z.output<Shape>>
  drawImage(request: Purpose & { readonly prompt: string; readonly signal: AbortSignal }): Promise<Buffer>
  /** The model that compares texts by their meaning; null without one, and where AI is off. */
  findEmbeddingModel(companyId: string): Promise<string | null>
  /** The meaning of each text as a list of numbers. */
  embed(request: Purpose & EmbedRequest): Promise<number[][]>
}

/** The models of the installation. */
export type InstallationModels = {
  readonly text: ModelEndpoint | null
  readonly image: ModelEndpoint | null
  readonly embedding: ModelEndpoint | null
}

type Dependencies = {
  readonly db: Db
  readonly client: ModelClient
  readonly installation: InstallationModels
  readonly sealingKey: Buffer
}

export function createAssistant({ db, client, installation, sealingKey }: Dependencies): Assistant {
  const endpointsOf = (companyId: string, settings: CompanySettings): InstallationModels =>
    settings.baseUrl === '' ? installation : ownEndpoints(companyId, settings, sealingKey)

  async function open({ caller, kind }: Purpose, of: keyof InstallationModels, prompt: string): Promise<Metered> {
    const settings = await findCompanySettings(db, caller.companyId)
    if (!settings.isEnabled) throw new AppError('ai_off')
    const endpoint = endpointsOf(caller.companyId, settings)[of]
    if (endpoint === null) throw new AppError('ai_not_configured')
    await requireBudget(db, caller.companyId, settings)
    return openMetered(db, { caller, kind, endpoint, prompt })
  }

  async function writeText({ caller, kind, ...request }: Purpose & TextRequest): Promise<string> {
    const sent = request.instructions + request.messages.map(({ content }) => content).join('')
    const metered = await open({ caller, kind }, 'text', sent)
    return metered.run(request.signal, (onUsage) => client.text(metered.endpoint, request, onUsage))
  }

  return {
    async statusOf(companyId) {
      const settings = await findCompanySettings(db, companyId)
      const { text, image } = endpointsOf(companyId, settings)
      const { isEnabled } = settings
      return { isEnabled, hasText: isEnabled && text !== null, hasImages: isEnabled && image !== null }
    },
    async requireEnabled(companyId) {
      const { isEnabled } = await findCompanySettings(db, companyId)
      if (!isEnabled) throw new AppError('ai_off')
    },
    writeText,
    async writeData({ shape, ...request }) {
      const first = await writeText(request)
      const read = parseModelJson(first, shape)
      if ('data' in read) return read.data
      const messages = [
        ...request.messages,
        { role: 'assistant' as const, content: first.slice(0, 4000) },
        { role: 'user' as const, content: `This is not the requested JSON: ${read.problem} Reply with the JSON only.` },
      ]
      const second = parseModelJson(await writeText({ ...request, messages }), shape)
      if ('data' in second) return second.data
      throw new AppError('ai_failed')
    },
    async drawImage({ caller, kind, prompt, signal }) {
      const metered = await open({ caller, kind }, 'image', prompt)
      return metered.run(signal, (onUsage) => client.image(metered.endpoint, { prompt, signal }, onUsage))
    },
    async findEmbeddingModel(companyId) {
      const settings = await findCompanySettings(db, companyId)
      return settings.isEnabled ? (endpointsOf(companyId, settings).embedding?.model ?? null) : null
    },
    async embed({ caller, kind, ...request }) {
      const metered = await open({ caller, kind }, 'embedding', request.texts.join(''))
      return metered.run(request.signal, (onUsage) => client.embed(metered.endpoint, request, onUsage))
    },
  }
}

function ownEndpoints(companyId: string, settings: CompanySettings, sealingKey: Buffer): InstallationModels {
  const apiKey = settings.apiKey === null ? null : openKey(sealingKey, companyId, settings.apiKey)
  const prices: Prices = { input: settings.inputPrice, output: settings.outputPrice, image: settings.imagePrice }
  const endpoint = (model: string, priced = prices): ModelEndpoint | null =>
    model === '' ? null : { baseUrl: settings.baseUrl, apiKey, model, prices: priced, isOfCompany: true }
  return {
    text: endpoint(settings.model),
    image: endpoint(settings.imageModel),
    embedding: endpoint(settings.embeddingModel, embeddingPrices(settings.embeddingPrice)),
  }
}

/** A key that was sealed with another secret must be entered again. */
function openKey(sealingKey: Buffer, companyId: string, sealed: Buffer): string {
  try {
    return unseal(sealingKey, companyId, sealed).toString()
  } catch (error) {
    throw new AppError('ai_key_refused', { cause: error })
  }
}

export const currentMonth = (now = new Date()): string => now.toISOString().slice(0, 7)

async function requireBudget(db: Db, companyId: string, { monthlyTokens, monthlyCost }: CompanySettings) {
  if (monthlyTokens === null && monthlyCost === null) return
  const used = await sumUsage(db, companyId, currentMonth())
  if ((monthlyTokens !== null && used.tokens >= monthlyTokens) || (monthlyCost !== null && used.cost >= monthlyCost))
    throw new AppError('ai_budget_used')
}

type Metered = {
  readonly endpoint: ModelEndpoint
  run<Result>(signal: AbortSignal, work: (onUsage: OnUsage) => Promise<Result>): Promise<Result>
}

async function openMetered(
  db: Db,
  { caller, kind, endpoint, prompt }: Purpose & { readonly endpoint: ModelEndpoint; readonly prompt: string },
): Promise<Metered> {
  const id = newId()
  const { prices, model } = endpoint
  const inputTokens = estimateTokens(prompt)
  const cost = costOf(prices, { input: inputTokens, output: 0, images: 0 })
  await insertUsage(db, { id, ...caller, kind, model, inputTokens, cost })
  const startedAt = performance.now()
  return {
    endpoint,
    async run(signal, work) {
      let used: Usage = { input: 0, output: 0, images: 0 }
      let isEstimated = false
      // Attempts that failed may have been charged too.
      const onUsage: OnUsage = (usage, isOwnEstimate) => {
        used = {
          input: used.input + usage.input,
          output: used.output + usage.output,
          images: used.images + usage.images,
        }
        isEstimated ||= isOwnEstimate
      }
      const end = (outcome: 'done' | 'failed' | 'cancelled') =>
        endUsage(db, id, {
          inputTokens: used.input,
          outputTokens: used.output,
          images: used.images,
          cost: costOf(prices, used),
          isEstimated,
          outcome,
          durationMs: Math.round(performance.now() - startedAt),
        })
      try {
        const result = await work(onUsage)
        await end('done')
        return result
      } catch (error) {
        await end(signal.aborted ? 'cancelled' : 'failed')
        throw error
      }
    },
  }
}

type ParsedJson<Data> = { readonly data: Data } | { readonly problem: string }

/** Reads the JSON in the text of a model, which often adds a sentence or a code fence. */
function parseModelJson<Shape extends z.ZodType>(text: string, shape: Shape): ParsedJson<z.output<Shape>> {
  const json = outermostJson(text)
  if (json === null) return { problem: 'It contains no JSON.' }
  try {
    const read = shape.safeParse(JSON.parse(json))
    if (read.success) return { data: read.data }
    const [issue] = read.error.issues
    return { problem: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}.` }
  } catch {
    return { problem: 'It cannot be parsed.' }
  }
}

function outermostJson(text: string): string | null {
  const start = text.search(/[[{]/)
  if (start === -1) return null
  const end = text.lastIndexOf(text[start] === '{' ? '}' : ']')
  return end > start ? text.slice(start, end + 1) : null
}
