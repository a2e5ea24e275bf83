/**
 * Smart notes: reads what the recording of an article says and shows, lets the model write, and adds the result to the
 * draft with links to the moments and pictures of them. Nothing is written before everything is there.
 */
import { toClock } from '@knowreel/shared/video/clock.ts'
import { noteTypeLabels } from '@knowreel/shared/ai/ai-choices.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { momentAt } from '@knowreel/shared/note/note-moment.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Member } from '../../access/index.ts'
import { addNotes, readArticleText, type AddedNotes } from '../../article/index.ts'
import { storeImage, type StoreFileDependencies } from '../../file/index.ts'
import type { Collaboration } from '../../note/index.ts'
import { captureFrame, type CaptureDependencies } from '../../video/index.ts'
import type { Assistant } from '../model/assistant.ts'
import { readMaterial } from '../recording/read-material.ts'
import { isSilent, readRecorded, waitForTranscripts } from '../recording/read-recording.ts'
import { readNotes, toNote, type NotesPart, type StoredPicture } from './notes-document.ts'
import { buildNotesPrompt, type NotesRequest } from './notes-prompt.ts'

export type NotesDependencies = StoreFileDependencies &
  CaptureDependencies & {
    readonly live: Collaboration | null
    readonly assistant: Assistant
  }

export type NotesJob = NotesRequest & {
  readonly articleId: string
  /** The tab to whose end the notes are added; null adds a tab. */
  readonly textTabId: string | null
}

export type NotesProgress = {
  readonly signal: AbortSignal
  readonly update: (status: { progress: number; step: string }) => void
  readonly onDelta?: (delta: string) => void
  readonly onWritten?: () => void
  /** Called before anything is stored; false leaves the draft as it is. */
  readonly beforeSave?: () => Promise<boolean>
}

/** Fits into a tab with its pictures. */
const maxNotesLength = 20_000

export async function writeNotes(
  given: NotesDependencies,
  actor: Member,
  job: NotesJob,
  progress: NotesProgress,
): Promise<AddedNotes | null> {
  const { db } = given
  const { signal, update } = progress
  update({ progress: 2, step: 'Reading' })
  const article = await readArticleText(given, actor, job.articleId)
  if (article.tree.length === 0) throw new AppError('no_recording')
  const source = { companyId: actor.company.id, tree: article.tree }
  await waitForTranscripts(db, source, {
    signal,
    onProgress: (percent) => update({ progress: Math.round(percent * 0.3), step: 'Listening' }),
  })
  const recorded = await readRecorded(db, source)
  if (isSilent(recorded)) throw new AppError('nothing_recorded')
  const caller = { companyId: actor.company.id, userId: actor.userId }
  const material = await readMaterial(recorded, article.tree, {
    assistant: given.assistant,
    caller,
    kind: 'notes',
    signal,
    onProgress: (share) => update({ progress: 30 + Math.round(10 * share), step: 'Reading' }),
  })
  update({ progress: 40, step: 'Writing' })
  const { instructions, prompt } = buildNotesPrompt(job, article.title, material)
  const text = await given.assistant.writeText({
    caller,
    kind: 'notes',
    instructions,
    messages: [{ role: 'user', content: prompt }],
    signal,
    maxCharacters: maxNotesLength,
    ...(progress.onDelta && { onDelta: progress.onDelta }),
  })
  progress.onWritten?.()
  const parts = readNotes(text, article.tree)
  if (parts.length === 0) throw new AppError('ai_failed')
  if (progress.beforeSave && !(await progress.beforeSave())) return null
  const pictures = await capturePictures(given, actor, article, parts, progress)
  signal.throwIfAborted()
  const notes = {
    title: job.type === 'custom' ? '' : noteTypeLabels[job.type],
    note: toNote(parts, pictures),
    tabId: job.textTabId,
  }
  return addNotes(given, actor, job.articleId, notes)
}

async function capturePictures(
  given: NotesDependencies,
  actor: Member,
  { id, tree }: { readonly id: string; readonly tree: ParagraphTree },
  parts: readonly NotesPart[],
  { signal, update }: NotesProgress,
): Promise<Map<Ms, StoredPicture>> {
  const times = [...new Set(parts.flatMap((part) => (part.kind === 'picture' ? [part.time] : [])))]
  const pictures = new Map<Ms, StoredPicture>()
  for (const [at, time] of times.entries()) {
    update({ progress: 80 + Math.round((18 * at) / times.length), step: 'Adding pictures' })
    const { source } = momentAt(tree, time)
    const frame = source && (await captureFrame(given, { companyId: actor.company.id, ...source }, signal))
    if (!frame) continue
    const name = `${toClock(time).replaceAll(':', '.')}.jpg`
    pictures.set(time, await storeImage(given, { actor, articleId: id }, { name, content: [frame] }))
  }
  return pictures
}
