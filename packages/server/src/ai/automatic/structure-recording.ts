/**
 * Runs what a person's settings request once a new recording is transcribed: paragraphs with a title, and notes. Each
 * is generated once per recording; paragraphs only while nobody has divided the recording.
 */
import { acceptProposal, isUndivided, proposedParagraphs } from '@knowreel/shared/ai/paragraph-proposal.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import type { AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import type { Member } from '../../access/index.ts'
import { changeParagraphs, readArticleText } from '../../article/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { findMember } from '../../user/index.ts'
import { writeNotes, type NotesDependencies } from '../notes/write-notes.ts'
import { proposeParagraphs } from '../paragraphs/propose-paragraphs.ts'
import { claimRecording, findNewRecording, listClaims, readPreferences } from './automatic.queries.ts'

export type StructureRecording = (
  videoId: string,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly isFinal: boolean }>

const skipped = (text: string) => ({ text, isFinal: false })

/** Which paragraphs and notes to generate for a recording. */
export type GenerationSettings = { readonly generatesParagraphs: boolean } & AiPreferences

/** Overrides the author's settings, for example for meetings; null if nothing does. */
export type FindGenerationSettings = (db: Db, videoId: string) => Promise<GenerationSettings | null>

export function createStructureRecording(
  given: NotesDependencies & { readonly findGenerationSettings?: FindGenerationSettings | undefined },
): StructureRecording {
  const { db, assistant, findGenerationSettings = async () => null } = given

  async function addParagraphs(actor: Member, draftId: string, videoId: string, signal: AbortSignal): Promise<void> {
    const { tree } = await readArticleText(given, actor, draftId)
    if (!isUndivided(tree)) return
    const proposed = await proposeParagraphs(given, actor, tree, { signal, update: () => undefined })
    const paragraphs = proposedParagraphs.parse(JSON.parse(proposed.paragraphs))
    if (!(await claimRecording(db, videoId, 'paragraphs'))) return
    await changeParagraphs(given, actor, draftId, ({ title, tree: present }) => ({
      title: title.trim() === '' ? (proposed.title ?? title) : title,
      tree: isUndivided(present)
        ? paragraphs.reduce((changed, one) => acceptProposal(changed, one, newKey()), present)
        : present,
    }))
  }

  return async (videoId, signal) => {
    const found = await findNewRecording(db, videoId)
    if (found === null) return skipped('No draft plays this recording, or it is being transcribed')
    const settings = (await findGenerationSettings(db, videoId)) ?? {
      ...(await readPreferences(db, found.userId)),
      generatesParagraphs: found.generatesParagraphs,
    }
    const { generatesParagraphs, notesAutoGeneration: type, customPrompt: prompt } = settings
    if (!generatesParagraphs && type === 'none') return skipped('Nothing is wanted')
    const actor = await findMember(db, found)
    if (actor === null || actor.company.status !== 'active') return skipped('The person is gone')
    if (!(await assistant.statusOf(actor.company.id)).isEnabled) return skipped('AI is off')
    const claims = await listClaims(db, videoId)
    try {
      if (generatesParagraphs && !claims.has('paragraphs')) await addParagraphs(actor, found.draftId, videoId, signal)
      if (type !== 'none' && !claims.has('notes')) {
        const job = { articleId: found.draftId, type, prompt, tone: null, textTabId: null }
        await writeNotes(given, actor, job, {
          signal,
          update: () => undefined,
          beforeSave: () => claimRecording(db, videoId, 'notes'),
        })
      }
    } catch (error) {
      if (error instanceof AppError && hopeless.has(error.code)) return { text: error.message, isFinal: true }
      throw error
    }
    return skipped('Done')
  }
}

/** Trying again cannot help. */
const hopeless: ReadonlySet<string> = new Set([
  'ai_off',
  'ai_not_configured',
  'ai_budget_used',
  'ai_key_refused',
  'nothing_recorded',
  'no_recording',
  'too_many_text_tabs',
  'forbidden',
  'not_found',
])
