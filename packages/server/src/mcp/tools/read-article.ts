import { toClock } from '@knowreel/shared/video/clock.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { noteJsonToMarkdown } from '@knowreel/shared/import-export/note-markdown.ts'
import { transcriptionEntry } from '@knowreel/shared/transcription/transcription.wire.ts'
import * as z from 'zod'
import { htmlToNoteJson } from '../../note/index.ts'
import { CallRefused } from '../catalogue-client.ts'
import { articleIdOf, articlePath, atSecond } from '../links.ts'
import { maxResultLength, type ToolContext } from './tool.ts'

const entries = z.array(transcriptionEntry)
/** Limits the notes in a result, so that the transcript has room. */
const maxNotesLength = 15_000

type TranscriptLine = { second: number; speaker: string; text: string; link: string }

export async function readArticle(context: ToolContext, idOrLink: string, fromSecond: number) {
  const { call, baseUrl } = context
  const article = await findArticle(context, articleIdOf(idOrLink))
  const link = baseUrl + articlePath(article)
  const linkAt = (seconds: number) => baseUrl + atSecond(articlePath(article, 'video'), seconds)
  const { notes, isCut } = await readNotes(article)
  const paragraphs = article.paragraphs
    .flatMap((paragraph) => [paragraph, ...paragraph.items])
    .map(({ title, position }) => {
      const second = Math.floor(position / 1000)
      return { title, second, link: linkAt(second) }
    })
  const said =
    article.duration === 0
      ? []
      : entries.parse(JSON.parse((await call('transcription.get', { params: { id: article.id } })).transcription))
  const { transcript, nextSecond } = cutTranscript(
    said.filter(({ end }) => end > fromSecond),
    maxResultLength - notes.reduce((length, { text }) => length + text.length, 0),
    linkAt,
  )
  const { title, id, isDraft, updatedAt } = article
  const workspace = article.workspace?.title ?? null
  const data = {
    title,
    article: id,
    link,
    isDraft,
    workspace,
    updatedAt,
    notes,
    paragraphs,
    transcript,
    nextSecond,
    isCut,
  }
  return { text: toText(data), data }
}

/** A published article by its id; otherwise the draft with it. */
async function findArticle({ call }: ToolContext, id: string): Promise<Article> {
  try {
    return (await call('article.get', { params: { id }, query: {} })).article
  } catch (error) {
    if (!(error instanceof CallRefused) || error.status !== 404) throw error
    return (await call('draft.get', { params: { id } })).article
  }
}

async function readNotes({ textTabs }: Article): Promise<{ notes: { title: string; text: string }[]; isCut: boolean }> {
  const notes: { title: string; text: string }[] = []
  let left = maxNotesLength
  for (const { title, text: html } of textTabs) {
    const markdown = noteJsonToMarkdown(await htmlToNoteJson(html)).trim()
    if (markdown.length > left) {
      notes.push({ title, text: markdown.slice(0, left).toWellFormed() })
      return { notes, isCut: true }
    }
    left -= markdown.length
    notes.push({ title, text: markdown })
  }
  return { notes, isCut: false }
}

function cutTranscript(
  said: readonly z.infer<typeof transcriptionEntry>[],
  maxLength: number,
  linkAt: (seconds: number) => string,
): { transcript: TranscriptLine[]; nextSecond: number | null } {
  const transcript: TranscriptLine[] = []
  let length = 0
  for (const { start, text, speaker } of said) {
    length += text.length
    // At least one line, so that asking for the next part never stands still.
    if (length > maxLength && transcript.length > 0) return { transcript, nextSecond: Math.floor(start) }
    transcript.push({ second: Math.floor(start), speaker: speaker.label, text, link: linkAt(start) })
  }
  return { transcript, nextSecond: null }
}

function toText(article: {
  title: string
  link: string
  isDraft: boolean
  notes: readonly { title: string; text: string }[]
  paragraphs: readonly { title: string; second: number; link: string }[]
  transcript: readonly TranscriptLine[]
  nextSecond: number | null
  isCut: boolean
}): string {
  const { title, link, isDraft, notes, paragraphs, transcript, nextSecond, isCut } = article
  return [
    `# [${title}](${link})${isDraft ? ' (draft)' : ''}`,
    ...notes.map((note) => (notes.length === 1 ? note.text : `## ${note.title}\n\n${note.text}`)),
    ...(isCut ? ['The notes continue; open the link to read all of them.'] : []),
    ...(paragraphs.length === 0
      ? []
      : [
          '## Paragraphs',
          paragraphs.map((one) => `- [${toClock(one.second * 1000)}](${one.link}) ${one.title}`).join('\n'),
        ]),
    ...(transcript.length === 0
      ? []
      : [
          '## Transcript',
          transcript.map((line) => `[${toClock(line.second * 1000)}](${line.link}) ${line.text}`).join('\n'),
        ]),
    ...(nextSecond === null ? [] : [`The transcript continues: read_article with fromSecond ${nextSecond}.`]),
  ].join('\n\n')
}
