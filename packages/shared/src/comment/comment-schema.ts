// The schema of comments: the server parses HTML with it and the editor is built on it. It is a subset of the note
// schema, so noteJsonToHtml and noteJsonToText handle both. Code that only displays comments does not load this file.
import { type AnyExtension, getSchema } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import type { Schema } from '@tiptap/pm/model'
import { NoteLink } from '../note/note-link.ts'
import { Mention } from '../note/note-mention.ts'
import { NoteParagraph } from '../note/note-paragraph.ts'

export const commentExtensions: readonly AnyExtension[] = [
  Document,
  NoteParagraph,
  Text,
  NoteLink,
  Bold,
  Italic,
  Underline,
  Strike,
  Code,
  BulletList,
  OrderedList,
  ListItem,
  HardBreak,
  Mention,
]

export const commentSchema: Schema = getSchema([...commentExtensions])
