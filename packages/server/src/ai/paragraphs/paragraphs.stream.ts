/**
 * `ai-paragraphs`: proposes paragraphs for a recording. It writes nothing: a person accepts each of them. One generation
 * per article, for all its editors.
 */
import {
  AI_PARAGRAPHS_STREAM,
  aiParagraphsData,
  type AiParagraphsData,
  type AiParagraphsResult,
} from '@knowreel/shared/ai/ai.streams.ts'
import type { Member } from '../../access/index.ts'
import { authoriseExport, readArticleText, type ArticleTextServices } from '../../article/index.ts'
import { defineStream, type AnyStream } from '../../platform/sockets/index.ts'
import { authoriseGeneration, recheckGenerations } from '../generation-access.ts'
import type { Assistant } from '../model/assistant.ts'
import { proposeParagraphs } from './propose-paragraphs.ts'

export type ParagraphsStreamDependencies = ArticleTextServices & {
  readonly assistant: Assistant
  readonly limit: { check(userId: string): void }
}

export function createParagraphsStream(given: ParagraphsStreamDependencies): AnyStream<Member> {
  const { db, limit } = given
  return defineStream<Member, AiParagraphsData>({
    name: AI_PARAGRAPHS_STREAM,
    data: aiParagraphsData,
    authorise: (actor, { articleId }) => authoriseGeneration(given, actor, articleId),
    recheck: (open) => recheckGenerations(db, open),
    keyOf: async (actor, { articleId }) => (await authoriseExport(db, actor, articleId)).id,
    generate: async (actor, { articleId }, progress): Promise<AiParagraphsResult> => {
      limit.check(actor.userId)
      progress.update({ progress: 2, step: 'Reading' })
      const { tree } = await readArticleText(given, actor, articleId)
      return proposeParagraphs(given, actor, tree, progress)
    },
  })
}
