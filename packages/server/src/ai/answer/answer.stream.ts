/** `ai-answer`: an answer in the search box, word by word. The result replaces what was streamed. */
import { AI_ANSWER_STREAM, aiAnswerData, type AiAnswerData } from '@knowreel/shared/ai/ai.streams.ts'
import type { AnswerMessage } from '@knowreel/shared/ai/answer.ts'
import type { Member } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { defineStream, type AnyStream } from '../../platform/sockets/index.ts'
import { listCompaniesWithAi } from '../ai.queries.ts'
import type { Assistant } from '../model/assistant.ts'
import { createDeltaSender } from '../text/delta-sender.ts'
import type { Ask } from './ask.ts'

export type AnswerStreamDependencies = {
  readonly db: Db
  readonly assistant: Assistant
  readonly ask: Ask
  readonly limit: { check(userId: string): void }
}

const expectedLength = 700

export function createAnswerStream({ db, assistant, ask, limit }: AnswerStreamDependencies): AnyStream<Member> {
  return defineStream<Member, AiAnswerData>({
    name: AI_ANSWER_STREAM,
    data: aiAnswerData,
    authorise: (actor) => assistant.requireEnabled(actor.company.id),
    recheck: async (open) => {
      const companies = await listCompaniesWithAi(
        db,
        open.map(({ actor }) => actor.company.id),
      )
      return new Set(open.flatMap(({ id, actor }) => (companies.has(actor.company.id) ? [id] : [])))
    },
    keyOf: (actor, { key }) => `${actor.sessionId} ${key}`,
    generate: async (actor, { question, messages }, { update, signal }): Promise<AnswerMessage> => {
      limit.check(actor.userId)
      const deltas = createDeltaSender(update, expectedLength, 'Writing the answer')
      const answer = await ask(actor, {
        text: question,
        messages,
        signal,
        onStep: (step) =>
          update(step === 'searching' ? { progress: 0, step: 'Searching' } : { progress: 5, step: 'Reading' }),
        onDelta: deltas.add,
      })
      deltas.flush()
      return answer
    },
  })
}
