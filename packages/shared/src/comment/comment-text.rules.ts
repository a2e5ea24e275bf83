import type { NoteNode } from '../note/note-document.ts'
import { noteJsonToText } from '../note/note-text.ts'

/** Characters that count against the limit: what is read, without the ends of lines. */
export const commentLength = (comment: NoteNode): number => noteJsonToText(comment).replaceAll('\n', '').length
