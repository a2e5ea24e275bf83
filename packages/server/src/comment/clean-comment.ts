/** Parses a submitted comment through the comment schema, which drops everything else. */
import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'
import { commentLength } from '@knowreel/shared/comment/comment-text.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { keepKnownMentions, findMentionedIds } from '@knowreel/shared/note/keep-known-mentions.ts'
import { isEmptyNote, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { parseNoteHtml, requireHtmlWithinLimits } from '../note/index.ts'
import type { Db } from '../platform/database/db.ts'
import { listNamesInCompany } from './comment-people.queries.ts'

export type CleanComment = {
  readonly content: string
  readonly plainText: string
  /** People of the company, without duplicates. */
  readonly mentionedIds: readonly string[]
}

/** More tags than any reasonable comment of the maximum length has. */
const limits = { characters: commentLimits.html, tags: 3000, depth: 60 }

const loadSchema = async () => (await import('@knowreel/shared/comment/comment-schema.ts')).commentSchema

/** Mentions must be of people of this company and get their real names; other mentions become text. */
export async function cleanComment(db: Db, companyId: string, html: string): Promise<CleanComment> {
  const comment = await parseComment(html)
  const names = await listNamesInCompany(db, companyId, findMentionedIds(comment))
  const known = withRealNames(
    keepKnownMentions(
      comment,
      (id) => names.has(id),
      () => {},
    ),
    names,
  )
  if (isEmptyNote(known)) throw new AppError('comment_empty')
  if (commentLength(known) > commentLimits.text) throw new AppError('comment_too_long')
  return { content: noteJsonToHtml(known), plainText: noteJsonToText(known), mentionedIds: [...names.keys()] }
}

async function parseComment(html: string): Promise<NoteJson> {
  try {
    requireHtmlWithinLimits(html, limits)
    return await parseNoteHtml(html, loadSchema)
  } catch (error) {
    if (error instanceof AppError && error.code === 'note_too_large') throw new AppError('comment_too_long')
    throw error
  }
}

/** Replaces the labels of mentions, so that nobody appears under a name chosen by someone else. */
function withRealNames(comment: NoteJson, names: ReadonlyMap<string, string>): NoteJson {
  const visit = (node: NoteNode): NoteNode => {
    const name = node.type === 'mention' ? names.get(String(node.attrs?.['id'])) : undefined
    if (name !== undefined) return { ...node, attrs: { ...node.attrs, label: name } }
    return node.content === undefined ? node : { ...node, content: node.content.map(visit) }
  }
  return { ...comment, content: (comment.content ?? []).map(visit) }
}
