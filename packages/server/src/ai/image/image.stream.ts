/** `ai-image`: a picture from a description. It becomes a file only when a person inserts it. */
import type { ImageStyle } from '@knowreel/shared/ai/ai-choices.ts'
import {
  AI_IMAGE_STREAM,
  aiImageData,
  imagePromptProblem,
  type AiImageData,
  type AiImageResult,
} from '@knowreel/shared/ai/ai.streams.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import sharp from 'sharp'
import type { Member } from '../../access/index.ts'
import { authoriseExport } from '../../article/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { defineStream, type AnyStream } from '../../platform/sockets/index.ts'
import { authoriseGeneration, recheckGenerations, requirePrompt } from '../generation-access.ts'
import type { Assistant } from '../model/assistant.ts'

export type ImageStreamDependencies = {
  readonly db: Db
  readonly assistant: Assistant
  readonly limit: { check(userId: string): void }
}

const styleWords: Readonly<Record<ImageStyle, string>> = {
  photorealistic: 'a photorealistic picture',
  'digital art': 'digital art',
  'comic book': 'a panel of a comic book',
  'neon punk': 'neon punk',
  isometric: 'an isometric drawing',
  'line art': 'line art, black lines on white',
  '3D model': 'a rendered 3D model',
}

/** More is not decoded. */
const maxPixels = 4096 * 4096

export function createImageStream(given: ImageStreamDependencies): AnyStream<Member> {
  const { db, assistant, limit } = given
  return defineStream<Member, AiImageData>({
    name: AI_IMAGE_STREAM,
    data: aiImageData,
    async authorise(actor, { articleId, prompt }, isReconnect) {
      await authoriseGeneration(given, actor, articleId)
      if (!isReconnect) requirePrompt(imagePromptProblem(prompt))
    },
    recheck: (open) => recheckGenerations(db, open),
    keyOf: async (actor, { articleId }) => `${actor.userId} ${(await authoriseExport(db, actor, articleId)).id}`,
    generate: async (actor, { prompt, style }, { update, signal }): Promise<AiImageResult> => {
      limit.check(actor.userId)
      update({ progress: 10, step: 'Drawing' })
      const drawn = await assistant.drawImage({
        caller: { companyId: actor.company.id, userId: actor.userId },
        kind: 'image',
        prompt: `${prompt.trim()}\n\nStyle: ${styleWords[style]}.`,
        signal,
      })
      update({ progress: 90, step: 'Preparing the picture' })
      return { image: (await toPng(drawn)).toString('base64') }
    },
  })
}

/** Whatever the model sent, only a picture without anything else leaves. */
async function toPng(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels }).png().toBuffer()
  } catch (error) {
    throw new AppError('ai_failed', { cause: error })
  }
}
