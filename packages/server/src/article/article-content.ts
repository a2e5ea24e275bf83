/** The content of an article apart from its row: what a draft changes, a publish copies and a version keeps. */
import { articleHash } from '@knowreel/shared/article/article-hash.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import { cleanTags } from '@knowreel/shared/article/tags.rules.ts'
import {
  checkTabs,
  existingPin,
  keptTabTitle,
  mergeTabLists,
  tabSlugs,
} from '@knowreel/shared/article/text-tab.rules.ts'
import { comparableParagraph } from '@knowreel/shared/video/paragraph-hash.ts'
import { hashedParagraphs } from '@knowreel/shared/video/paragraph.wire.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import { isEmptyNote, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { slugFrom } from '../platform/slug/slug.ts'

export type TabContent = {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly note: NoteJson
  /** Both derived from the note. */
  readonly html: string
  readonly plainText: string
}

export type ArticleContent = {
  readonly title: string
  readonly tags: readonly string[]
  readonly workspaceId: string | null
  /** Where an article goes that was never published; of a published one the order of its workspace tells. */
  readonly parentArticleId: string | null
  readonly pinnedTabId: string | null
  readonly tabs: readonly TabContent[]
  readonly paragraphs: ParagraphTree
}

export const noContent: ArticleContent = {
  title: '',
  tags: [],
  workspaceId: null,
  parentArticleId: null,
  pinnedTabId: null,
  tabs: [],
  paragraphs: [],
}

export const toTab = (tab: Pick<TabContent, 'id' | 'title' | 'slug' | 'note'>): TabContent => ({
  id: tab.id,
  title: tab.title,
  slug: tab.slug,
  note: tab.note,
  html: noteJsonToHtml(tab.note),
  plainText: noteJsonToText(tab.note),
})

type HashedPart = Pick<ArticleContent, 'title' | 'tags' | 'workspaceId' | 'pinnedTabId' | 'paragraphs'> & {
  readonly tabs: readonly Pick<TabContent, 'id' | 'title' | 'html'>[]
}

export const contentHash = (content: HashedPart): string =>
  articleHash({
    title: content.title,
    workspaceId: content.workspaceId,
    tags: content.tags,
    textTabs: content.tabs.map(({ id, title, html }) => ({ id, title, text: html })),
    pinnedNote: content.pinnedTabId,
    paragraphs: hashedParagraphs(content.paragraphs),
  })

type HashedRow = {
  readonly title: string
  readonly tags: readonly string[]
  readonly workspace_id: string | null
  readonly pinned_tab_id: string | null
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  readonly paragraphs: ParagraphTree
}

/** The same of a row as statements give it. */
export const hashOfRow = (row: HashedRow): string =>
  contentHash({
    title: row.title,
    tags: row.tags,
    workspaceId: row.workspace_id,
    pinnedTabId: row.pinned_tab_id,
    tabs: row.tabs.map(({ id, title, text }) => ({ id, title, html: text })),
    paragraphs: row.paragraphs,
  })

/** Nothing anybody made: neither title nor tag nor text nor recording. */
export const isEmptyContent = ({ title, tags, tabs, paragraphs }: ArticleContent): boolean =>
  title.trim() === '' && tags.length === 0 && paragraphs.length === 0 && tabs.every(({ note }) => isEmptyNote(note))

/** Whether anything but the text of the tabs differs; the text changes by itself, in the live documents. */
export const hasSameFields = (one: ArticleContent, other: ArticleContent): boolean => fieldsOf(one) === fieldsOf(other)

const fieldsOf = (content: ArticleContent): string =>
  JSON.stringify([
    content.title,
    content.tags,
    content.workspaceId,
    content.parentArticleId,
    content.pinnedTabId,
    content.tabs.map(({ id, title }) => [id, title]),
    content.paragraphs.map(comparableParagraph),
  ])

/** As it is kept in a version or for discarding: what can be derived is left out. */
export type KeptContent = Omit<ArticleContent, 'tabs' | 'paragraphs'> & {
  readonly paragraphs?: ParagraphTree
  readonly tabs: readonly Pick<TabContent, 'id' | 'title' | 'slug' | 'note'>[]
}

export const toKept = (content: ArticleContent): KeptContent => ({
  ...content,
  tabs: content.tabs.map(({ id, title, slug, note }) => ({ id, title, slug, note })),
})

export const fromKept = (kept: KeptContent): ArticleContent => ({
  ...kept,
  tabs: kept.tabs.map(toTab),
  // Content that was kept before there were paragraphs has none.
  paragraphs: kept.paragraphs ?? [],
})

/** What a save sets; a field that is not there stays as it is. Ids are long and checked. */
export type ContentChange = Pick<ArticleInput, 'title' | 'tags' | 'textTabs' | 'knownTextTabs' | 'pinnedNote'> & {
  readonly workspaceId?: string | null
  readonly parentArticleId?: string | null
  /** The content of tabs that are new, or whose text is to be taken. */
  readonly notes: ReadonlyMap<string, NoteJson>
  readonly paragraphs?: ParagraphTree | undefined
}

/** Field by field. Refuses a fourth tab, a key that is taken, and tags that are too long or too many. */
export function mergeContent(present: ArticleContent, change: ContentChange): ArticleContent {
  const tabs = mergeTabs(present.tabs, change)
  const pinnedTabId = change.pinnedNote === undefined ? present.pinnedTabId : change.pinnedNote
  return {
    title: change.title ?? present.title,
    tags: change.tags === undefined ? present.tags : cleanTags(change.tags),
    workspaceId: change.workspaceId === undefined ? present.workspaceId : change.workspaceId,
    parentArticleId: change.parentArticleId === undefined ? present.parentArticleId : change.parentArticleId,
    pinnedTabId: existingPin(tabs, pinnedTabId),
    tabs,
    paragraphs: change.paragraphs ?? present.paragraphs,
  }
}

function mergeTabs(
  present: readonly TabContent[],
  { textTabs, knownTextTabs, notes }: ContentChange,
): readonly TabContent[] {
  if (textTabs === undefined) return present
  const before = new Map(present.map((tab) => [tab.id, tab]))
  const merged = mergeTabLists(present, textTabs, knownTextTabs).map((tab) => {
    const former = before.get(tab.id)
    const title = tab.title === undefined || tab.title === null ? (former?.title ?? '') : tab.title
    const note = notes.get(tab.id) ?? former?.note
    if (note === undefined) throw new Error(`The new tab ${tab.id} came without a note`)
    return { id: tab.id, title: keptTabTitle(title), slug: former?.slug ?? null, note, former }
  })
  checkTabs(merged)
  const slugs = tabSlugs(merged, slugFrom)
  return merged.map(({ former, ...tab }, index) => {
    const slug = slugs[index] ?? ''
    return former !== undefined && former.note === tab.note
      ? { ...former, title: tab.title, slug }
      : toTab({ ...tab, slug })
  })
}
