/**
 * Corrections by people: words, speakers, caption files. Each is one transaction on the rows of the recordings. Raising
 * the revision fires a trigger that re-indexes every article that plays the recording.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { readCaptions, type Cue } from '@knowreel/shared/transcription/caption-files.ts'
import {
  applyEdits,
  maxWordMs,
  middleOf,
  type TranscriptEdit,
  type Word,
} from '@knowreel/shared/transcription/transcript.ts'
import { transcriptionLimits } from '@knowreel/shared/transcription/transcription-limits.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { startsOf, videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { keyOf, nameSpeakers, type SpeakerNames } from '../read/speaker-names.ts'
import { fromStoredWords, toStoredWords } from '../stored-words.ts'
import type { TranscribedArticle } from '../transcribed-articles.ts'
import {
  bumpRevision,
  insertEdit,
  listTranscripts,
  lockTranscript,
  readWords,
  saveSpeakerNames,
  saveWords,
  type TranscriptRow,
} from '../transcription.queries.ts'

const invalid = (field: string, message: string) => new AppError('invalid_input', { fields: [{ field, message }] })

type WordsEdit = TranscriptEdit & { readonly videoId: string }

/** `speaker` of the words is a displayed name. */
export async function editWords(
  db: Db,
  actor: Member,
  article: TranscribedArticle,
  { videoId, from, to, words }: WordsEdit,
): Promise<void> {
  if (to <= from) throw invalid('to', 'The range is empty')
  if (!videoIdsOf(articleMap(article.paragraphs)).includes(videoId)) throw new AppError('unknown_video')
  words.forEach((word, index) => {
    const previous = words[index - 1]
    const isInOrder = previous === undefined || previous.start <= word.start
    const isWord = word.end > word.start && word.end - word.start <= maxWordMs && word.text.trim() !== ''
    if (!isInOrder || !isWord || middleOf(word) < from || middleOf(word) >= to)
      throw invalid('words', 'The words do not fit into the range')
  })
  await runTransaction(db, async (trx) => {
    if (!(await lockTranscript(trx, article.companyId, videoId))) throw new AppError('unknown_video')
    const names = nameSpeakers(await listPlayed(trx, article))
    const keyed = await keyWords(trx, videoId, words, names)
    await saveEdit(trx, actor, videoId, { from, to, words: keyed })
  })
}

async function saveEdit(trx: Trx, actor: Member, videoId: string, edit: TranscriptEdit): Promise<void> {
  const count = await insertEdit(trx, videoId, edit, actor.userId)
  if (count > transcriptionLimits.edits) throw new AppError('too_large')
  const known = fromStoredWords(await readWords(trx, videoId))
  await saveWords(trx, videoId, toStoredWords(applyEdits(known, [edit])))
}

/** In the order in which the article plays them. */
async function listPlayed(db: Db, article: TranscribedArticle): Promise<TranscriptRow[]> {
  const ids = videoIdsOf(articleMap(article.paragraphs))
  const rows = new Map((await listTranscripts(db, article.companyId, ids)).map((row) => [row.video_id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Words with the keys of their speakers; a new name becomes a speaker of the recording. */
async function keyWords(
  trx: Trx,
  videoId: string,
  words: readonly Word[],
  names: SpeakerNames,
): Promise<readonly Word[]> {
  const keys = new Map<string, string>()
  for (const [key, name] of names.get(videoId) ?? []) if (!keys.has(name)) keys.set(name, key)
  const added: { videoId: string; key: string; name: string }[] = []
  const keyed = words.map((word) => {
    const name = word.speaker?.trim() ?? ''
    if (name === '') return { ...word, text: word.text.trim(), speaker: null }
    const known = keys.get(name)
    if (known === undefined) {
      keys.set(name, name)
      added.push({ videoId, key: name, name })
    }
    const key = known ?? name
    return { ...word, text: word.text.trim(), speaker: key === '' ? null : key }
  })
  await saveSpeakerNames(trx, added)
  return keyed
}

/** In all recordings of the article; a name that another speaker has merges the two. */
export async function renameSpeaker(
  db: Db,
  article: TranscribedArticle,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const name = to.trim()
  if (name === '') throw invalid('to', 'The name is empty')
  await runTransaction(db, async (trx) => {
    const ids = videoIdsOf(articleMap(article.paragraphs)).toSorted()
    for (const id of ids) await lockTranscript(trx, article.companyId, id)
    const named = [...nameSpeakers(await listPlayed(trx, article))].flatMap(([videoId, keys]) =>
      [...keys].flatMap(([key, known]) => (known === from.trim() ? [{ videoId, key: keyOf(key), name }] : [])),
    )
    if (named.length === 0) throw new AppError('unknown_speaker')
    await saveSpeakerNames(trx, named)
    await bumpRevision(
      trx,
      named.map(({ videoId }) => videoId),
    )
  })
}

/** The words of the file replace everything that is said in what the article plays. */
export async function uploadCaptions(db: Db, actor: Member, article: TranscribedArticle, text: string): Promise<void> {
  const cues = readCaptions(text)
  if (cues === null) throw new AppError('captions_unreadable')
  const map = articleMap(article.paragraphs)
  if (map.length === 0) throw new AppError('no_recording')
  const words = cues.flatMap(wordsOfCue)
  if (words.length > transcriptionLimits.words) throw new AppError('too_large')
  const starts = startsOf(map)
  await runTransaction(db, async (trx) => {
    for (const id of videoIdsOf(map).toSorted()) {
      if (!(await lockTranscript(trx, article.companyId, id))) throw new AppError('no_recording')
    }
    const names = nameSpeakers(await listPlayed(trx, article))
    for (const [index, piece] of map.entries()) {
      const start = starts[index] ?? 0
      const own = words
        .filter((word) => middleOf(word) >= start && middleOf(word) < start + piece.dur)
        .map((word) => ({
          ...word,
          start: Math.max(0, word.start - start + piece.in),
          end: word.end - start + piece.in,
        }))
      const keyed = await keyWords(trx, piece.videoId, own, names)
      await saveEdit(trx, actor, piece.videoId, { from: piece.in, to: piece.in + piece.dur, words: keyed })
    }
  })
}

/** A caption only has times for its whole text: every word gets its share by its length. */
function wordsOfCue({ start, end, text, speaker }: Cue): Word[] {
  const texts = text.split(' ').map((word) => word.slice(0, transcriptionLimits.wordLength))
  const length = texts.reduce((sum, word) => sum + word.length + 1, 0)
  const share = Math.min(end - start, texts.length * maxWordMs) / length
  let at = start
  return texts.map((word) => {
    const from = Math.round(at)
    at += (word.length + 1) * share
    const name = speaker?.slice(0, transcriptionLimits.speakerLength) ?? null
    return { start: from, end: Math.max(from + 1, Math.round(at)), text: word, confidence: null, speaker: name }
  })
}
