/**
 * Gives every published text a vector, so that answers are found by meaning too: in companies that use AI and have an
 * embedding model. A text is sent once, and again when it or the model changes.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  findUnreadVersion,
  listTextsWithoutVector,
  markRead,
  saveVectors,
  type UnreadText,
} from '../../search/index.ts'
import { listEnabledCompanies } from '../ai.queries.ts'
import type { Assistant } from '../model/assistant.ts'

/** Returns the number of texts, and what went wrong. */
export type EmbedPassages = (signal: AbortSignal) => Promise<{ readonly count: number; readonly problems: string[] }>

type Dependencies = { readonly db: Db; readonly assistant: Assistant }

/** Texts of one request. */
const batchSize = 64
/** A run ends early, so that every company has its turn. */
const batchesPerCompany = 50
/** Models read no more of a text than about this. */
const maxCharacters = 6000

export function createEmbedPassages({ db, assistant }: Dependencies): EmbedPassages {
  async function embed(companyId: string, texts: readonly UnreadText[], signal: AbortSignal): Promise<number[][]> {
    const caller = { companyId, userId: null }
    const sent = texts.map(({ title, content }) => `${title}\n\n${content}`.slice(0, maxCharacters))
    return assistant.embed({ caller, kind: 'embedding', texts: sent, signal })
  }

  /** A text that the model refuses is not sent again. */
  async function embedEach(companyId: string, texts: readonly UnreadText[], signal: AbortSignal) {
    try {
      const vectors = await embed(companyId, texts, signal)
      return texts.map(({ entryId }, at) => ({ entryId, vector: vectors[at] ?? null }))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ai_failed' || signal.aborted) throw error
      if (texts.length === 1) return texts.map(({ entryId }) => ({ entryId, vector: null }))
      const half = Math.ceil(texts.length / 2)
      const vectors: { entryId: string; vector: number[] | null }[] = []
      for (const part of [texts.slice(0, half), texts.slice(half)])
        vectors.push(...(await embedEach(companyId, part, signal)))
      return vectors
    }
  }

  async function embedCompany(companyId: string, model: string, signal: AbortSignal): Promise<number> {
    const version = await findUnreadVersion(db, companyId, model)
    if (version === null) return 0
    let count = 0
    for (let batch = 0; batch < batchesPerCompany; batch++) {
      signal.throwIfAborted()
      const texts = await listTextsWithoutVector(db, companyId, model, batchSize)
      if (texts.length > 0) await saveVectors(db, model, await embedEach(companyId, texts, signal))
      count += texts.length
      if (texts.length < batchSize) {
        await markRead(db, companyId, model, version)
        break
      }
    }
    return count
  }

  return async (signal) => {
    let count = 0
    const problems: string[] = []
    for (const companyId of await listEnabledCompanies(db)) {
      const model = await assistant.findEmbeddingModel(companyId)
      if (model === null) continue
      try {
        count += await embedCompany(companyId, model, signal)
      } catch (error) {
        // A model that is down or a budget that is used must not stop the others; the next run tries again.
        if (!(error instanceof AppError) || signal.aborted) throw error
        problems.push(`${companyId}: ${error.code}`)
      }
    }
    return { count, problems }
  }
}
