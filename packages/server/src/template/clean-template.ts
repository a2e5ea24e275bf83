/** A submitted text as a template: parsed with the note schema, without what belongs to its article. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { keepKnownMentions } from '@knowreel/shared/note/keep-known-mentions.ts'
import {
  isEmptyNote,
  KEYED_BLOCKS,
  NOTE_CLIENT_LIMIT,
  noteSize,
  type NoteJson,
  type NoteNode,
} from '@knowreel/shared/note/note-document.ts'
import { isFileNode } from '@knowreel/shared/note/note-files.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { parseMomentHref } from '@knowreel/shared/note/note-moment.ts'
import { htmlToNoteJson } from '../note/index.ts'

export async function cleanTemplate(html: string): Promise<string> {
  // A mention would notify the person about every article.
  const named = keepKnownMentions(
    await htmlToNoteJson(html),
    () => false,
    () => {},
  )
  const note = withoutArticleParts(named) as NoteJson
  if (isEmptyNote(note)) throw new AppError('template_empty')
  // A longer one could not be inserted.
  if (noteSize(note) > NOTE_CLIENT_LIMIT) throw new AppError('note_too_large')
  return noteJsonToHtml(note)
}

/** Pictures and attachments are readable only in the article they were inserted into; moments are of its recording. */
function withoutArticleParts(node: NoteNode): NoteNode {
  const marks = node.marks?.filter(({ type, attrs }) => type !== 'link' || parseMomentHref(attrs?.['href']) === null)
  const kept = node.content?.flatMap((child) => (isFileNode(child) ? [] : [withoutArticleParts(child)]))
  const isBlockGone = kept?.length === 0 && node.content?.some(({ type }) => type === 'fileAttachment') === true
  return {
    ...node,
    ...(KEYED_BLOCKS.includes(node.type) && { attrs: { ...node.attrs, key: null } }),
    ...(marks && { marks }),
    ...(kept && { content: isBlockGone ? [{ type: 'paragraph' }] : kept }),
  }
}
