/**
 * `ai-text`: text for the editor of a note, and smart notes. The words of the writer become part of a note only when a
 * person inserts them, unless the request says that they are saved; one generation per person and article. Smart notes
 * are added to the draft that all editors share; one generation per article.
 */
import { aiLimits, type NoteType } from '@knowreel/shared/ai/ai-choices.ts'
import {
  AI_TEXT_STREAM,
  aiTextData,
  textProblem,
  type AiNotesResult,
  type AiTextData,
  type AiTextResult,
} from '@knowreel/shared/ai/ai.streams.ts'
import { parseModelText, toNoteNodes } from '@knowreel/shared/ai/model-text.ts'
import type { Member } from '../../access/index.ts'
import { addNotes, authoriseExport, readArticleText } from '../../article/index.ts'
import { defineStream, type AnyStream, type Progress } from '../../platform/sockets/index.ts'
import { authoriseGeneration, recheckGenerations, requirePrompt, toTextFailure } from '../generation-access.ts'
import { writeNotes, type NotesDependencies } from '../notes/write-notes.ts'
import { createDeltaSender } from './delta-sender.ts'
import { buildWriterPrompt } from './writer-prompt.ts'

/** Smart notes belong to the article: one generation for all its editors. */
export const notesKey = (articleId: string): string => `notes ${articleId}`

export type TextStreamDependencies = NotesDependencies & { readonly limit: { check(userId: string): void } }

/** Expected characters of smart notes; the progress of writing them is complete at this length. */
const expectedNotesLength = 4000

export function createTextStream(given: TextStreamDependencies): AnyStream<Member> {
  const { db, assistant, limit } = given

  async function write(actor: Member, data: AiTextData, { update, signal }: Progress): Promise<string> {
    update({ progress: 5, step: 'Reading' })
    const { instructions, prompt } = buildWriterPrompt(data, await articleOf(given, actor, data))
    const deltas = createDeltaSender(update, Math.max(400, data.selectedText.length), 'Writing')
    const text = await assistant.writeText({
      caller: { companyId: actor.company.id, userId: actor.userId },
      kind: 'text',
      instructions,
      messages: [{ role: 'user', content: prompt }],
      signal,
      maxCharacters: aiLimits.preview,
      onDelta: deltas.add,
    })
    deltas.flush()
    return text.trim()
  }

  async function writeSmartNotes(actor: Member, type: NoteType, data: AiTextData, { update, signal }: Progress) {
    const deltas = createDeltaSender(update, expectedNotesLength, 'Writing', { from: 40, to: 80 })
    const { articleId, prompt, tone, textTabId } = data
    const job = { articleId, type, prompt, tone, textTabId }
    return writeNotes(given, actor, job, { signal, update, onDelta: deltas.add, onWritten: deltas.flush })
  }

  return defineStream<Member, AiTextData>({
    name: AI_TEXT_STREAM,
    data: aiTextData,
    async authorise(actor, data, isReconnect) {
      await authoriseGeneration(given, actor, data.articleId)
      if (!isReconnect) requirePrompt(textProblem(data))
    },
    recheck: (open) => recheckGenerations(db, open),
    async keyOf(actor, { articleId, predefinedPrompt }) {
      const { id } = await authoriseExport(db, actor, articleId)
      return predefinedPrompt === null ? `${actor.userId} ${id}` : notesKey(id)
    },
    generate: async (actor, data, progress): Promise<AiTextResult | AiNotesResult | null> => {
      limit.check(actor.userId)
      try {
        const { predefinedPrompt: type, textTabId, articleId } = data
        if (type !== null) return await writeSmartNotes(actor, type, data, progress)
        const text = await write(actor, data, progress)
        if (!data.saveArticle) return { text }
        progress.signal.throwIfAborted()
        const note = { type: 'doc' as const, content: toNoteNodes(parseModelText(text)) }
        return await addNotes(given, actor, articleId, { title: '', note, tabId: textTabId })
      } catch (error) {
        throw toTextFailure(error)
      }
    },
  })
}

async function articleOf(given: TextStreamDependencies, actor: Member, { isConsiderArticle, articleId }: AiTextData) {
  if (!isConsiderArticle) return null
  const { title, tabs, paragraphs } = await readArticleText(given, actor, articleId)
  const chapters = paragraphs.map((paragraph) => paragraph.title).join('\n')
  return { title, text: [chapters, ...tabs.map((tab) => `${tab.title}\n${tab.text}`)].join('\n\n') }
}
