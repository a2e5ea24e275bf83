import type { NoteNode } from '../note/note-document.ts'
import { noteJsonToText } from '../note/note-text.ts'

/** Characters that count against the limit: visible text without line breaks. */
export const commentLength = (comment: NoteNode): number => noteJsonToText(comment).replaceAll('\n', '').length
