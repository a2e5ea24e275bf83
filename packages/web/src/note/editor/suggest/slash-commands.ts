/** The blocks that the "/" menu offers, and the filter for the query typed behind it. */
import type { ChainedCommands } from '@tiptap/core'
import { PluginKey, type EditorState } from '@tiptap/pm/state'
import type { SuggestItem, SuggestKind } from '../../../writing/index.ts'
import { calloutKinds, type CalloutKind } from '@knowreel/shared/note/callout-kinds.ts'
import { embedProviderLabels } from '@knowreel/shared/note/embed/embed-providers.ts'
import * as texts from '../texts.ts'

export type SlashCommand = SuggestItem & {
  /** Synonyms for the search. */
  readonly keywords: readonly string[]
  readonly isAvailable?: (context: SlashContext) => boolean
}

/** The abilities of the company's models. */
export type AiContext = { readonly hasText: boolean; readonly hasImages: boolean }

export type SlashContext = AiContext & { readonly isInTable: boolean; readonly isInColumns: boolean }

const notInTable = ({ isInTable }: SlashContext): boolean => !isInTable
const outsideContainers = ({ isInTable, isInColumns }: SlashContext): boolean => !isInTable && !isInColumns

const calloutWords: Readonly<Record<CalloutKind, readonly string[]>> = {
  info: ['note', 'information'],
  tip: ['hint', 'success', 'idea'],
  warning: ['caution', 'attention', 'important'],
  danger: ['error', 'stop'],
}

export const slashCommands: readonly SlashCommand[] = [
  {
    name: 'text',
    title: texts.text,
    group: texts.blocks,
    keywords: ['paragraph', 'plain'],
    run: (chain) => chain.setParagraph(),
  },
  {
    name: 'heading1',
    title: texts.heading1,
    group: texts.blocks,
    hint: '#',
    keywords: ['h1', 'title'],
    run: (chain) => chain.setHeading({ level: 1 }),
  },
  {
    name: 'heading2',
    title: texts.heading2,
    group: texts.blocks,
    hint: '##',
    keywords: ['h2', 'title'],
    run: (chain) => chain.setHeading({ level: 2 }),
  },
  {
    name: 'heading3',
    title: texts.heading3,
    group: texts.blocks,
    hint: '###',
    keywords: ['h3', 'title'],
    run: (chain) => chain.setHeading({ level: 3 }),
  },
  {
    name: 'bulletList',
    title: texts.bulletedList,
    group: texts.blocks,
    hint: '-',
    keywords: ['unordered', 'points'],
    run: (chain) => chain.toggleBulletList(),
  },
  {
    name: 'orderedList',
    title: texts.numberedList,
    group: texts.blocks,
    hint: '1.',
    keywords: ['ordered'],
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    name: 'taskList',
    title: texts.taskList,
    group: texts.blocks,
    hint: '[ ]',
    keywords: ['todo', 'checklist', 'checkbox'],
    run: (chain) => chain.toggleTaskList(),
  },
  {
    name: 'table',
    title: texts.table,
    group: texts.blocks,
    hint: '3 × 3',
    keywords: ['grid', 'rows', 'columns'],
    isAvailable: notInTable,
    run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
  {
    name: 'quote',
    title: texts.quote,
    group: texts.blocks,
    hint: '>',
    keywords: ['blockquote', 'citation'],
    // A list item cannot start with a quote, so like a heading it leaves the list.
    run: (chain) => chain.clearNodes().setBlockquote(),
  },
  {
    name: 'codeBlock',
    title: texts.codeBlock,
    group: texts.blocks,
    hint: '```',
    keywords: ['pre', 'snippet', 'sql'],
    run: (chain) => chain.setCodeBlock(),
  },
  {
    name: 'divider',
    title: texts.divider,
    group: texts.blocks,
    hint: '---',
    keywords: ['horizontal', 'hr', 'rule', 'line'],
    run: (chain) => chain.setHorizontalRule(),
  },
  {
    name: 'toggle',
    title: texts.toggle,
    group: texts.blocks,
    keywords: ['collapse', 'expand', 'details', 'fold', 'accordion', 'spoiler'],
    run: (chain) => chain.clearNodes().setToggle(),
  },
  {
    name: 'tableOfContents',
    title: texts.tableOfContents,
    group: texts.blocks,
    keywords: ['toc', 'outline', 'headings', 'contents'],
    isAvailable: notInTable,
    run: (chain) => chain.insertTableOfContents(),
  },
  ...calloutKinds.map((kind) => ({
    name: kind,
    title: texts.calloutOf(texts.calloutKinds[kind]),
    group: texts.callouts,
    keywords: [...calloutWords[kind], 'callout', 'alert', 'notice', 'admonition', 'box'],
    run: (chain: ChainedCommands) => chain.clearNodes().setCallout(kind),
  })),
  {
    name: 'twoColumns',
    title: texts.twoColumns,
    group: texts.layout,
    keywords: ['layout', 'split', 'beside'],
    isAvailable: outsideContainers,
    run: (chain) => chain.insertColumns('two-column'),
  },
  {
    name: 'sidebarLeft',
    title: texts.sidebarLeft,
    group: texts.layout,
    keywords: ['columns', 'layout'],
    isAvailable: outsideContainers,
    run: (chain) => chain.insertColumns('sidebar-left'),
  },
  {
    name: 'sidebarRight',
    title: texts.sidebarRight,
    group: texts.layout,
    keywords: ['columns', 'layout'],
    isAvailable: outsideContainers,
    run: (chain) => chain.insertColumns('sidebar-right'),
  },
  {
    name: 'writer',
    title: texts.writeWithAi,
    group: texts.insert,
    keywords: ['ai', 'assistant', 'generate'],
    panel: 'writer',
    isAvailable: ({ hasText }) => hasText,
    run: (chain) => chain,
  },
  {
    name: 'aiImage',
    title: texts.aiImage,
    group: texts.insert,
    keywords: ['picture', 'draw', 'generate'],
    panel: 'aiImage',
    isAvailable: ({ hasImages }) => hasImages,
    run: (chain) => chain,
  },
  {
    name: 'template',
    title: texts.template,
    group: texts.insert,
    keywords: ['start', 'sample', 'structure'],
    panel: 'template',
    isAvailable: outsideContainers,
    run: (chain) => chain,
  },
  {
    name: 'image',
    title: texts.image,
    group: texts.insert,
    hint: texts.jpegPngWebpGif,
    keywords: ['picture', 'photo', 'screenshot', 'upload'],
    panel: 'image',
    run: (chain) => chain,
  },
  {
    name: 'file',
    title: texts.file,
    group: texts.insert,
    hint: texts.upTo50MB,
    keywords: ['attachment', 'document', 'pdf', 'upload'],
    panel: 'file',
    run: (chain) => chain,
  },
  {
    name: 'embed',
    title: texts.embed,
    group: texts.insert,
    hint: texts.embedHint,
    keywords: [
      ...embedProviderLabels.map((label) => label.toLowerCase()),
      'iframe',
      'video',
      'board',
      'slides',
      'docs',
      'sheets',
    ],
    panel: 'embed',
    run: (chain) => chain,
  },
  {
    name: 'tableOfSize',
    title: texts.tableOfAnySize,
    group: texts.insert,
    hint: texts.upTo10By10,
    keywords: ['grid'],
    isAvailable: notInTable,
    panel: 'table',
    run: (chain) => chain,
  },
  {
    name: 'mention',
    title: texts.mention,
    group: texts.insert,
    hint: '@',
    keywords: ['person', 'colleague', 'people'],
    run: (chain) => chain.insertContent('@'),
  },
  {
    name: 'emoji',
    title: texts.emoji,
    group: texts.insert,
    hint: ':',
    keywords: ['smiley', 'reaction'],
    panel: 'emoji',
    run: (chain) => chain,
  },
]

const topLevel: SlashContext = { isInTable: false, isInColumns: false, hasText: false, hasImages: false }

/** Group by group: titles that begin with the text first, then those that hold it, then those known by another word. */
export function matchingCommands(query: string, context: SlashContext = topLevel): readonly SlashCommand[] {
  const offered = slashCommands.filter(({ isAvailable }) => isAvailable?.(context) ?? true)
  const text = query.trim().toLowerCase()
  if (text === '') return offered
  const rank = ({ title, keywords }: SlashCommand): number => {
    const name = title.toLowerCase()
    if (name.startsWith(text)) return 0
    if (name.includes(` ${text}`)) return 1
    return keywords.some((word) => word.startsWith(text)) ? 2 : 3
  }
  const groups = [...new Set(slashCommands.map(({ group }) => group))]
  return offered
    .filter((command) => rank(command) < 3)
    .toSorted((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group) || rank(one) - rank(other))
}

/**
 * The text after a "/" at the beginning of a line; null when there is none. Two spaces end it, so that a line can
 * begin with a slash all the same.
 */
export function slashQuery(textBefore: string): string | null {
  if (!textBefore.startsWith('/') || /\s\s$/.test(textBefore)) return null
  return textBefore.slice(1)
}

/** Blocks behind a "/" at the beginning of a line. */
export const slashCommandKind = (getAi: () => AiContext): SuggestKind => ({
  key: new PluginKey('suggestBlocks'),
  char: '/',
  label: texts.blocks,
  query: slashQuery,
  isAllowed: (state, from) => state.doc.resolve(from).parent.type.name === 'paragraph',
  find: (query, state) => matchingCommands(query, { ...readContext(state), ...getAi() }),
  emptyText: () => null,
})

/** Commands for structures that already contain the caret are left out: nobody wants a table in a table. */
function readContext({ selection }: EditorState): Omit<SlashContext, keyof AiContext> {
  const names = Array.from({ length: selection.$from.depth }, (_, depth) => selection.$from.node(depth).type.name)
  return { isInTable: names.includes('table'), isInColumns: names.includes('columns') }
}
