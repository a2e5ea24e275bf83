/** The changes between two states of an article, in the terms of its readers. */
import type { Article, TextTab } from '@knowreel/shared/article/article.wire.ts'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { compareParagraphs, type ParagraphComparison } from './compare-paragraphs.ts'
import { compareBlocks, compareWords, countWords, type BlockLine, type DiffLine, type NoteBlock } from './text-diff.ts'

export type ComparableContent = Pick<
  Article,
  'title' | 'icon' | 'cover' | 'tags' | 'textTabs' | 'pinnedNote' | 'paragraphs'
>

export type TabComparison = {
  readonly id: string
  readonly title: DiffLine
  readonly kind: 'same' | 'changed' | 'added' | 'removed'
  readonly lines: readonly BlockLine[]
  readonly words: { readonly added: number; readonly removed: number }
  /** Images and attachments, by name. */
  readonly files: { readonly added: readonly string[]; readonly removed: readonly string[] }
}

/** By title; null if that did not change. */
export type TabOrderChange = {
  readonly pinned: { readonly before: string | null; readonly after: string | null } | null
  /** All tabs in their new order. */
  readonly order: readonly string[] | null
}

export type Comparison = {
  readonly title: DiffLine | null
  readonly icon: { readonly before: string | null; readonly after: string | null } | null
  readonly cover: 'added' | 'removed' | 'changed' | null
  readonly tags: { readonly added: readonly string[]; readonly removed: readonly string[] }
  readonly tabs: readonly TabComparison[]
  readonly tabOrder: TabOrderChange
  /** The changed ones. */
  readonly paragraphs: readonly ParagraphComparison[]
  readonly isSame: boolean
}

export type NoteFile = { readonly path: string; readonly name: string }

/** How a tab's HTML is read. */
export type NoteParser = {
  readonly parseBlocks: (html: string) => readonly NoteBlock[]
  readonly parseFiles: (html: string) => readonly NoteFile[]
  /** Equal for two texts that look the same. */
  readonly comparableHtml: (html: string) => string
}

export function compareArticles(before: ComparableContent, after: ComparableContent, reading: NoteParser): Comparison {
  const title = before.title === after.title ? null : compareWords(before.title, after.title)
  const icon = before.icon === after.icon ? null : { before: before.icon, after: after.icon }
  const cover = compareCovers(before.cover, after.cover)
  const tags = compareTags(before.tags, after.tags)
  const tabs = compareTabs(before.textTabs, after.textTabs, reading)
  const tabOrder = compareTabOrder(before, after)
  const paragraphs = compareParagraphs(before.paragraphs, after.paragraphs)
  const isSame =
    title === null &&
    icon === null &&
    cover === null &&
    tabOrder.pinned === null &&
    tabOrder.order === null &&
    tags.added.length + tags.removed.length + paragraphs.length === 0 &&
    tabs.every(({ kind }) => kind === 'same')
  return { title, icon, cover, tags, tabs, tabOrder, paragraphs, isSame }
}

function compareCovers(before: Article['cover'], after: Article['cover']): Comparison['cover'] {
  if (before?.source === after?.source && before?.position === after?.position) return null
  return before === null ? 'added' : after === null ? 'removed' : 'changed'
}

function compareTags(before: readonly string[], after: readonly string[]) {
  const [old, now] = [new Set(before.map(tagKey)), new Set(after.map(tagKey))]
  return {
    added: after.filter((tag) => !old.has(tagKey(tag))),
    removed: before.filter((tag) => !now.has(tagKey(tag))),
  }
}

type ComparableTabs = Pick<ComparableContent, 'textTabs' | 'pinnedNote'>

function compareTabOrder(before: ComparableTabs, after: ComparableTabs): TabOrderChange {
  const pinnedIn = ({ textTabs, pinnedNote }: ComparableTabs) => textTabs.find(({ id }) => id === pinnedNote)
  const idsIn = (one: ComparableTabs, other: ComparableTabs) =>
    one.textTabs.map(({ id }) => id).filter((id) => other.textTabs.some((tab) => tab.id === id))
  const [old, now] = [pinnedIn(before), pinnedIn(after)]
  const isReordered = idsIn(before, after).join(' ') !== idsIn(after, before).join(' ')
  return {
    pinned: old?.id === now?.id ? null : { before: old?.title ?? null, after: now?.title ?? null },
    order: isReordered ? after.textTabs.map(({ title }) => title) : null,
  }
}

function compareFiles(before: readonly NoteFile[], after: readonly NoteFile[]) {
  const missing = (from: readonly NoteFile[], others: readonly NoteFile[]) =>
    from.filter(({ path }) => !others.some((other) => other.path === path)).map(({ name }) => name)
  return { added: missing(after, before), removed: missing(before, after) }
}

function compareTabs(
  before: readonly TextTab[],
  after: readonly TextTab[],
  { parseBlocks, parseFiles, comparableHtml }: NoteParser,
): TabComparison[] {
  const compare = (old: TextTab | undefined, now: TextTab | undefined): TabComparison => {
    const lines = compareBlocks(old ? parseBlocks(old.text) : [], now ? parseBlocks(now.text) : [])
    const isChanged =
      old?.title !== now?.title || (old && comparableHtml(old.text)) !== (now && comparableHtml(now.text))
    return {
      id: now?.id ?? old?.id ?? '',
      title: compareWords(old?.title ?? now?.title ?? '', now?.title ?? old?.title ?? ''),
      kind: old === undefined ? 'added' : now === undefined ? 'removed' : isChanged ? 'changed' : 'same',
      lines,
      words: countWords(lines.map(({ line }) => line)),
      files: compareFiles(old ? parseFiles(old.text) : [], now ? parseFiles(now.text) : []),
    }
  }
  const gone = before.filter(({ id }) => !after.some((tab) => tab.id === id))
  return [
    ...after.map((tab) =>
      compare(
        before.find(({ id }) => id === tab.id),
        tab,
      ),
    ),
    ...gone.map((tab) => compare(tab, undefined)),
  ]
}
