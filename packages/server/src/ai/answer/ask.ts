/**
 * Answers a question from what the asker may read. Passages come from statements that decide access themselves; before
 * an answer leaves, access is checked again, and an answer that used a source which is gone is written anew without it.
 * The model has no tools: whatever it obeys, it can only return text, in which nothing but our own citations is a link.
 */
import { NOTHING_FOUND, type AnswerMessage, type ChatMessage } from '@knowreel/shared/ai/answer.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ReviewSummary } from '@knowreel/shared/review/review.rules.ts'
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Meaning, Passage, PassageSearch } from '../../search/index.ts'
import { insertAnswer } from '../ai.queries.ts'
import type { Assistant } from '../model/assistant.ts'
import { buildAnswerPrompt, buildQueryPrompt, keywordQueries, passagesThatFit } from './answer-prompt.ts'
import { citeAnswer, sourcesOf } from './cite.ts'

export type { PassageSearch } from '../../search/index.ts'

export type Question = {
  readonly text: string
  readonly messages: readonly ChatMessage[]
  readonly signal: AbortSignal
  readonly onStep?: (step: 'searching' | 'writing') => void
  readonly onDelta?: (delta: string) => void
}

export type Ask = (actor: Member, question: Question) => Promise<AnswerMessage>

const maxPassages = 12
/** Passages shown when there is no answer with sources. */
const maxShownPassages = 6
const maxQueries = 4
const maxAnswerLength = 8000
/** Maximum length of the model's list of queries, in characters. */
const maxQueryLength = 2000
/** Maximum number of rewrites after a source became inaccessible. */
const maxRewrites = 2

type Dependencies = {
  readonly db: Db
  readonly assistant: Assistant
  readonly passages: PassageSearch
  readonly reviewStates: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, ReviewSummary>>
}

export function createAsk({ db, assistant, passages: search, reviewStates }: Dependencies): Ask {
  const callerOf = (actor: Member) => ({ companyId: actor.company.id, userId: actor.userId })

  async function writeQueries(actor: Member, { text, messages, signal }: Question): Promise<string[]> {
    const { instructions, prompt } = buildQueryPrompt(text)
    const request = {
      instructions,
      messages: [...chatOf(messages), { role: 'user' as const, content: prompt }],
      signal,
    }
    const purpose = { caller: callerOf(actor), kind: 'answer' as const, maxCharacters: maxQueryLength }
    try {
      const { queries } = await assistant.writeData({ ...purpose, ...request, shape: keywordQueries })
      return queries.slice(0, maxQueries)
    } catch (error) {
      // The words of the question find something too.
      if (error instanceof AppError && error.code === 'ai_failed' && !signal.aborted) return []
      throw error
    }
  }

  /** Null: the passages are found by their words only, as they are while the embedding model fails. */
  async function meaningOf(actor: Member, { text, signal }: Question): Promise<Meaning | null> {
    const model = await assistant.findEmbeddingModel(actor.company.id)
    if (model === null) return null
    try {
      const request = { caller: callerOf(actor), kind: 'embedding' as const, texts: [text], signal }
      const [vector] = await assistant.embed(request)
      return vector === undefined ? null : { model, vector }
    } catch (error) {
      if (error instanceof AppError && error.code !== 'ai_budget_used' && !signal.aborted) return null
      throw error
    }
  }

  async function writeAnswer(actor: Member, question: Question, passages: readonly Passage[]): Promise<string> {
    const { instructions, prompt } = buildAnswerPrompt(question.text, passages)
    return assistant.writeText({
      caller: callerOf(actor),
      kind: 'answer',
      instructions,
      messages: [...chatOf(question.messages), { role: 'user', content: prompt }],
      signal: question.signal,
      maxCharacters: maxAnswerLength,
      ...(question.onDelta && { onDelta: question.onDelta }),
    })
  }

  const stillVisible = async (actor: Member, passages: readonly Passage[]): Promise<Passage[]> => {
    const visible = await search.listVisible(actor, [...new Set(passages.map(({ articleId }) => articleId))])
    return passages.filter(({ articleId }) => visible.has(articleId))
  }

  async function answerFrom(actor: Member, question: Question, found: readonly Passage[]): Promise<NewAnswer> {
    let passages = passagesThatFit(found)
    for (let tries = 0; tries <= maxRewrites && passages.length > 0; tries++) {
      const text = await writeAnswer(actor, question, passages)
      const visible = await stillVisible(actor, passages)
      if (visible.length === passages.length) {
        if (text.includes(NOTHING_FOUND)) return nothing
        const cited = citeAnswer(text, passages, question.text)
        // Claims without a source are not shown as an answer.
        return cited === null
          ? passagesAnswer(passages, question.text)
          : { kind: 'answer', content: cited.content, sources: cited.sources }
      }
      passages = visible
    }
    return nothing
  }

  return async (actor, question) => {
    await assistant.requireEnabled(actor.company.id)
    const { hasText } = await assistant.statusOf(actor.company.id)
    question.onStep?.('searching')
    const [queries, meaning] = await Promise.all([
      hasText ? writeQueries(actor, question) : [],
      meaningOf(actor, question),
    ])
    const found = await search.find(actor, [question.text, ...queries], maxPassages, meaning)
    question.onStep?.('writing')
    let answer: NewAnswer
    if (found.length === 0) answer = nothing
    else if (hasText) answer = await answerFrom(actor, question, found)
    else answer = passagesAnswer(await stillVisible(actor, found), question.text)
    const id = newId()
    const articles = [...new Set(answer.sources.flatMap(({ articleId, draftId }) => articleId ?? draftId ?? []))]
    await insertAnswer(db, { id, ...callerOf(actor), userId: actor.userId, kind: answer.kind, articles })
    const { kind, content } = answer
    const reviews = await reviewStates(articles)
    const sources = answer.sources.map((source) => ({ ...source, review: reviews.get(source.articleId ?? '') ?? null }))
    return { id, role: 'assistant', kind, content, metadata: { sources } }
  }
}

type NewAnswer = Pick<AnswerMessage, 'kind' | 'content'> & {
  readonly sources: readonly AnswerMessage['metadata']['sources'][number][]
}

const nothing: NewAnswer = { kind: 'nothing', content: NOTHING_FOUND, sources: [] }

const passagesAnswer = (passages: readonly Passage[], question: string): NewAnswer =>
  passages.length === 0
    ? nothing
    : { kind: 'passages', content: '', sources: sourcesOf(passages.slice(0, maxShownPassages), question) }

const chatOf = (messages: readonly ChatMessage[]) =>
  messages.flatMap(({ role, content }) => (role === 'system' ? [] : [{ role, content: content.slice(0, 4000) }]))
