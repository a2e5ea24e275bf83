/** Opens everything that generates: the assistant, its calls and its streams. */
import type { GenerationKind } from '@knowreel/shared/ai/ai.calls.ts'
import { AI_PARAGRAPHS_STREAM, AI_TEXT_STREAM, AI_TRANSLATE_STREAM } from '@knowreel/shared/ai/ai.streams.ts'
import type { ReviewSummary } from '@knowreel/shared/review/review.rules.ts'
import type { Member } from '../access/index.ts'
import type { AiModels } from '../platform/config/ai-models.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import { createGuardedFetch } from '../platform/fetch/index.ts'
import type { Feature } from '../platform/http/feature.ts'
import type { AnyStream } from '../platform/sockets/index.ts'
import { aiRoutes, type GenerationStatusOf } from './ai.routes.ts'
import { createAsk, type PassageSearch } from './answer/ask.ts'
import { createAnswerStream } from './answer/answer.stream.ts'
import { createImageStream } from './image/image.stream.ts'
import { createAssistant, type InstallationModels } from './model/assistant.ts'
import { createModelClient } from './model/model-client.ts'
import { createEmbedPassages, type EmbedPassages } from './meaning/embed-passages.ts'
import { embeddingPrices } from './model/model-endpoint.ts'
import type { ModelTimes } from './model/watchdog.ts'
import type { NotesDependencies } from './notes/write-notes.ts'
import { createParagraphsStream } from './paragraphs/paragraphs.stream.ts'
import {
  createStructureRecording,
  type FindGenerationSettings,
  type StructureRecording,
} from './automatic/structure-recording.ts'
import { createTranslateStream } from './translate/translate.stream.ts'
import { createTextStream, notesKey } from './text/text.stream.ts'
import { createRequestLimit } from './usage/request-limit.ts'

export type AiDependencies = Omit<NotesDependencies, 'assistant'> & {
  readonly models: AiModels
  readonly secret: string
  /** Passages that the person may read, by keywords. */
  readonly passages: PassageSearch
  /** The review states of articles that have an owner. */
  readonly reviewStates: (articleIds: readonly string[]) => Promise<ReadonlyMap<string, ReviewSummary>>
  readonly generationStatusOf: GenerationStatusOf
  readonly findGenerationSettings?: FindGenerationSettings
  /** Only tests turn it off. */
  readonly isRateLimited: boolean
  /** For tests. */
  readonly times?: ModelTimes | undefined
}

export type Ai = {
  readonly routes: Feature
  readonly streams: readonly AnyStream<Member>[]
  readonly jobServices: { readonly structureRecording: StructureRecording; readonly embedPassages: EmbedPassages }
}

export function openAi(given: AiDependencies): Ai {
  const { db, models, secret, passages, reviewStates, generationStatusOf, isRateLimited, times } = given
  const guarded = createGuardedFetch({ allowedHosts: models.allowedHosts })
  const sealingKey = deriveKey(secret, 'ai key')
  const client = createModelClient({ guarded, ...(times && { times }) })
  const assistant = createAssistant({ db, client, installation: toEndpoints(models), sealingKey })
  const limit = isRateLimited ? createRequestLimit() : { check: () => undefined }
  const ask = createAsk({ db, assistant, passages, reviewStates })
  return {
    routes: aiRoutes({
      db,
      assistant,
      ask,
      limit,
      generationStatusOf,
      settings: { db, sealingKey, guarded, hasInstallationModel: models.text !== null },
    }),
    streams: [
      createTextStream({ ...given, assistant, limit }),
      createParagraphsStream({ ...given, assistant, limit }),
      createTranslateStream({ ...given, assistant, limit }),
      createImageStream({ db, assistant, limit }),
      createAnswerStream({ db, assistant, ask, limit }),
    ],
    jobServices: {
      structureRecording: createStructureRecording({ ...given, assistant }),
      embedPassages: createEmbedPassages({ db, assistant }),
    },
  }
}

function toEndpoints({ text, image, embedding, prices }: AiModels): InstallationModels {
  return {
    text: text && { ...text, prices, isOfCompany: false },
    image: image && { ...image, prices, isOfCompany: false },
    embedding: embedding && { ...embedding, prices: embeddingPrices(prices.embedding), isOfCompany: false },
  }
}

/** The stream and key of a generation for an article. */
export function generationOf(kind: GenerationKind, articleId: string): [stream: string, key: string] {
  switch (kind) {
    case 'ai-notes-generation':
      return [AI_TEXT_STREAM, notesKey(articleId)]
    case 'ai-paragraphs-generation':
      return [AI_PARAGRAPHS_STREAM, articleId]
    case 'ai-translation-generation':
      return [AI_TRANSLATE_STREAM, articleId]
    case 'ai-transcription-generation':
      return ['ai-transcription', articleId]
  }
}
