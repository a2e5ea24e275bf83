/**
 * `ai-text`: text for the editor of a note. It writes nothing: the words become part of a note only when a person
 * inserts them. One generation per person and article.
 */
import { aiLimits } from '@knowreel/shared/ai/ai-choices.ts'
import {
  AI_TEXT_STREAM,
  aiTextData,
  textProblem,
  type AiTextData,
  type AiTextResult,
} from '@knowreel/shared/ai/ai.streams.ts'
import type { Member } from '../../access/index.ts'
import { authoriseExport, readArticleText } from '../../article/index.ts'
import type { Collaboration } from '../../note/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { defineStream, type AnyStream } from '../../platform/sockets/index.ts'
import { authoriseGeneration, recheckGenerations, requirePrompt, toTextFailure } from '../generation-access.ts'
import type { Assistant } from '../model/assistant.ts'
import { createDeltaSender } from './delta-sender.ts'
import { buildWriterPrompt } from './writer-prompt.ts'

/** Smart notes belong to the article: one generation for all its editors. */
export const notesKey = (articleId: string): string => `notes ${articleId}`

export type TextStreamDependencies = {
  readonly db: Db
  readonly live: Pick<Collaboration, 'flush'> | null
  readonly assistant: Assistant
  readonly limit: { check(userId: string): void }
}

export function createTextStream(given: TextStreamDependencies): AnyStream<Member> {
  const { db, assistant, limit } = given
  return defineStream<Member, AiTextData>({
    name: AI_TEXT_STREAM,
    data: aiTextData,
    async authorise(actor, data) {
      await authoriseGeneration(given, actor, data.articleId)
      requirePrompt(textProblem(data))
    },
    recheck: (open) => recheckGenerations(db, open),
    async keyOf(actor, { articleId, predefinedPrompt }) {
      const { id } = await authoriseExport(db, actor, articleId)
      return predefinedPrompt === null ? `${actor.userId} ${id}` : notesKey(id)
    },
    generate: async (actor, data, { update, signal }): Promise<AiTextResult> => {
      limit.check(actor.userId)
      update({ progress: 5, step: 'Reading' })
      const { instructions, prompt } = buildWriterPrompt(data, await articleOf(given, actor, data))
      const deltas = createDeltaSender(update, Math.max(400, data.selectedText.length), 'Writing')
      const text = await assistant
        .writeText({
          caller: { companyId: actor.company.id, userId: actor.userId },
          kind: 'text',
          instructions,
          messages: [{ role: 'user', content: prompt }],
          signal,
          maxCharacters: aiLimits.preview,
          onDelta: deltas.add,
        })
        .catch((error: unknown) => {
          throw toTextFailure(error)
        })
      deltas.flush()
      return { text: text.trim() }
    },
  })
}

async function articleOf(given: TextStreamDependencies, actor: Member, { isConsiderArticle, articleId }: AiTextData) {
  if (!isConsiderArticle) return null
  const { title, tabs, paragraphs } = await readArticleText(given, actor, articleId)
  const chapters = paragraphs.map((paragraph) => paragraph.title).join('\n')
  return { title, text: [chapters, ...tabs.map((tab) => `${tab.title}\n${tab.text}`)].join('\n\n') }
}
