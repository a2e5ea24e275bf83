/** The blocks that "/" offers, and which of them fit what was typed behind it. */
import type { ChainedCommands } from '@tiptap/core'

export type SlashCommand = {
  readonly name: string
  readonly title: string
  /** What one can type instead. */
  readonly hint?: string
  /** Other words people look for. */
  readonly words: readonly string[]
  readonly run: (chain: ChainedCommands) => ChainedCommands
}

export const slashCommands: readonly SlashCommand[] = [
  { name: 'text', title: 'Text', words: ['paragraph', 'plain'], run: (chain) => chain.setParagraph() },
  {
    name: 'heading1',
    title: 'Heading 1',
    hint: '#',
    words: ['h1', 'title'],
    run: (chain) => chain.setHeading({ level: 1 }),
  },
  {
    name: 'heading2',
    title: 'Heading 2',
    hint: '##',
    words: ['h2', 'title'],
    run: (chain) => chain.setHeading({ level: 2 }),
  },
  {
    name: 'heading3',
    title: 'Heading 3',
    hint: '###',
    words: ['h3', 'title'],
    run: (chain) => chain.setHeading({ level: 3 }),
  },
  {
    name: 'bulletList',
    title: 'Bulleted list',
    hint: '-',
    words: ['unordered', 'points'],
    run: (chain) => chain.toggleBulletList(),
  },
  {
    name: 'orderedList',
    title: 'Numbered list',
    hint: '1.',
    words: ['ordered'],
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    name: 'taskList',
    title: 'Task list',
    hint: '[ ]',
    words: ['todo', 'checklist', 'checkbox'],
    run: (chain) => chain.toggleTaskList(),
  },
  {
    name: 'table',
    title: 'Table',
    words: ['grid', 'rows', 'columns'],
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    name: 'quote',
    title: 'Quote',
    hint: '>',
    words: ['blockquote', 'citation'],
    run: (chain) => chain.setBlockquote(),
  },
  {
    name: 'codeBlock',
    title: 'Code block',
    hint: '```',
    words: ['pre', 'snippet', 'sql'],
    run: (chain) => chain.setCodeBlock(),
  },
  {
    name: 'divider',
    title: 'Divider',
    hint: '---',
    words: ['horizontal', 'rule', 'line'],
    run: (chain) => chain.setHorizontalRule(),
  },
]

/** Titles that begin with the text first, then those that hold it, then those known by another word. */
export function matchingCommands(query: string): readonly SlashCommand[] {
  const text = query.trim().toLowerCase()
  if (text === '') return slashCommands
  const rank = ({ title, words }: SlashCommand): number => {
    const name = title.toLowerCase()
    if (name.startsWith(text)) return 0
    if (name.split(' ').some((word) => word.startsWith(text))) return 1
    return words.some((word) => word.startsWith(text)) ? 2 : 3
  }
  return slashCommands.filter((command) => rank(command) < 3).toSorted((one, other) => rank(one) - rank(other))
}

/**
 * What was typed behind a "/" at the beginning of a line; null when there is none. Two spaces end it, so that a line can
 * begin with a slash all the same.
 */
export function slashQuery(textBefore: string): string | null {
  if (!textBefore.startsWith('/') || /\s\s$/.test(textBefore)) return null
  return textBefore.slice(1)
}
