/**
 * `ai-translate`: a note in another language as a new tab of the draft, or the captions of its recordings as another
 * track. One generation per article, for all its editors.
 */
import {
  AI_TRANSLATE_STREAM,
  aiTranslateData,
  type AiTranslateData,
  type AiTranslateResult,
} from '@knowreel/shared/ai/ai.streams.ts'
import { translatableBlocks, withTranslations } from '@knowreel/shared/ai/translatable-note.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { articleMap, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import type { Member } from '../../access/index.ts'
import { addNotes, authoriseExport, readArticleText, type ArticleTextServices } from '../../article/index.ts'
import type { Collaboration } from '../../note/index.ts'
import { defineStream, type AnyStream, type Progress } from '../../platform/sockets/index.ts'
import { listSpokenLines, saveTranslation } from '../../transcription/index.ts'
import { authoriseGeneration, recheckGenerations } from '../generation-access.ts'
import type { Assistant } from '../model/assistant.ts'
import { waitForTranscripts } from '../recording/read-recording.ts'
import { translateTexts } from './translate-texts.ts'

export type TranslateStreamDependencies = ArticleTextServices & {
  readonly live: Collaboration | null
  readonly assistant: Assistant
  readonly limit: { check(userId: string): void }
}

export function createTranslateStream(given: TranslateStreamDependencies): AnyStream<Member> {
  const { db, assistant, limit } = given

  const translate = (texts: readonly string[], actor: Member, { language }: AiTranslateData, progress: Progress) =>
    translateTexts(texts, {
      assistant,
      caller: { companyId: actor.company.id, userId: actor.userId },
      signal: progress.signal,
      language,
      onProgress: (share) => progress.update({ progress: 10 + Math.round(85 * share), step: 'Translating' }),
    })

  async function translateTab(actor: Member, data: AiTranslateData, progress: Progress): Promise<AiTranslateResult> {
    const { tabs } = await readArticleText(given, actor, data.articleId)
    const tab = tabs.find(({ id }) => id === data.textTabId)
    if (tab === undefined) throw new AppError('not_found')
    const blocks = translatableBlocks(tab.note)
    if (blocks.length === 0) throw new AppError('nothing_to_translate')
    const texts = await translate(
      blocks.map(({ text }) => text),
      actor,
      data,
      progress,
    )
    progress.signal.throwIfAborted()
    const notes = { title: `${tab.title} (${data.language})`, note: withTranslations(tab.note, texts), tabId: null }
    return { language: data.language, ...(await addNotes(given, actor, data.articleId, notes)) }
  }

  async function translateCaptions(
    actor: Member,
    tree: ParagraphTree,
    data: AiTranslateData,
    progress: Progress,
  ): Promise<AiTranslateResult> {
    const source = { companyId: actor.company.id, tree }
    await waitForTranscripts(db, source, {
      signal: progress.signal,
      onProgress: (percent) => progress.update({ progress: Math.round(percent * 0.1), step: 'Listening' }),
    })
    const recordings = await listSpokenLines(db, actor.company.id, videoIdsOf(articleMap(tree)))
    const texts = recordings.flatMap(({ lines }) => lines.map(({ text }) => text))
    if (texts.length === 0) throw new AppError('nothing_to_translate')
    const translated = await translate(texts, actor, data, progress)
    progress.signal.throwIfAborted()
    let at = 0
    for (const { videoId, revision, lines } of recordings) {
      const own = lines.map((line) => ({ ...line, text: translated[at++] ?? '' }))
      await saveTranslation(db, { videoId, language: data.language, revision, lines: own })
    }
    return { language: data.language, tabId: null, draftId: null, textTabs: null }
  }

  return defineStream<Member, AiTranslateData>({
    name: AI_TRANSLATE_STREAM,
    data: aiTranslateData,
    authorise: (actor, { articleId }) => authoriseGeneration(given, actor, articleId),
    recheck: (open) => recheckGenerations(db, open),
    keyOf: async (actor, { articleId }) => (await authoriseExport(db, actor, articleId)).id,
    generate: async (actor, data, progress): Promise<AiTranslateResult> => {
      limit.check(actor.userId)
      progress.update({ progress: 2, step: 'Reading' })
      if (data.textTabId !== null) return translateTab(actor, data, progress)
      const { tree } = await readArticleText(given, actor, data.articleId)
      if (tree.length === 0) throw new AppError('no_recording')
      return translateCaptions(actor, tree, data, progress)
    },
  })
}
