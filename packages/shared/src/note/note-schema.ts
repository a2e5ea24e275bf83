// The note schema: the editor is built on it, the server parses HTML with it. Only the editor and the server import
// this file; readers get HTML. A new node, mark or attribute is added here, in note-html.ts and note-document.ts, and
// increments NOTE_SCHEMA_VERSION.
import { type AnyExtension, getSchema } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Heading } from '@tiptap/extension-heading'
import { HorizontalRule } from '@tiptap/extension-horizontal-rule'
import { Italic } from '@tiptap/extension-italic'
import { BulletList, ListItem, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list'
import { Strike } from '@tiptap/extension-strike'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import type { Schema } from '@tiptap/pm/model'
import { BlockKeys } from './block-keys.ts'
import { NoteEmbed } from './embed/embed-node.ts'
import { FileAttachment } from './note-attachment.ts'
import { BoxKeys, Callout, TableOfContents, Toggle } from './note-boxes.ts'
import { Column, Columns } from './note-columns.ts'
import { isLanguageName } from './note-html.ts'
import { Image } from './note-image.ts'
import { NoteLink } from './note-link.ts'
import { BlockFormats, NoteHighlight, TextStyle } from './note-marks.ts'
import { Mention } from './note-mention.ts'
import { NoteParagraph } from './note-paragraph.ts'

const headingLevels = [1, 2, 3, 4, 5] as const

const NoteHeading = Heading.configure({ levels: [...headingLevels] }).extend({
  parseHTML: () =>
    headingLevels.flatMap((level) => [
      { tag: `h${level}[data-space=keep]`, attrs: { level }, preserveWhitespace: 'full' as const },
      { tag: `h${level}`, attrs: { level } },
    ]),
})

const NoteCodeBlock = CodeBlock.extend({
  addAttributes() {
    return {
      language: {
        default: null,
        rendered: false,
        parseHTML: (element: HTMLElement) => {
          const className = element.querySelector('code')?.getAttribute('class') ?? ''
          const language = /(?:^|\s)language-(\S+)/.exec(className)?.[1]
          return isLanguageName(language) ? language : null
        },
      },
    }
  },
})

/**
 * A task's content is in one element beside its checkbox; in HTML from other programs, everything but the checkbox
 * counts.
 */
const NoteTaskItem = TaskItem.configure({ nested: true }).extend({
  parseHTML: () => [{ tag: 'li[data-type="taskItem"]', priority: 51, contentElement: taskContent }],
})

function taskContent(item: HTMLElement): HTMLElement {
  const [first, ...others] = Array.from(item.children).filter(({ nodeName }) => !['INPUT', 'LABEL'].includes(nodeName))
  const isBare = (node: ChildNode): boolean => node.nodeName === '#text' && node.textContent?.trim() !== ''
  const isAlone = others.length === 0 && !Array.from(item.childNodes).some(isBare)
  return isAlone && first !== undefined && isDiv(first) && !first.hasAttribute('data-type') ? first : item
}

const isDiv = (element: Element): element is HTMLElement => element.nodeName === 'DIV'

/** Everything a note may contain, with commands and keys, without UI. */
export const noteExtensions: readonly AnyExtension[] = [
  Document,
  NoteParagraph,
  Text,
  NoteHeading,
  NoteLink,
  TextStyle,
  Bold,
  Italic,
  Underline,
  Strike,
  NoteHighlight,
  Code,
  BulletList,
  OrderedList,
  ListItem,
  TaskList,
  NoteTaskItem,
  Table,
  TableRow,
  TableHeader,
  TableCell,
  NoteCodeBlock,
  Blockquote,
  HorizontalRule,
  HardBreak,
  Columns,
  Column,
  Callout,
  Toggle,
  TableOfContents,
  Mention,
  Image,
  FileAttachment,
  NoteEmbed,
  BlockFormats,
  BlockKeys,
  BoxKeys,
]

export const noteSchema: Schema = getSchema([...noteExtensions])
