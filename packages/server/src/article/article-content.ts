/** The content of an article apart from its row: what a draft changes, a publish copies and a version stores. */
import { versionChange, type VersionChange } from '@knowreel/shared/article/article-version.calls.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import { normalizeTags } from '@knowreel/shared/article/tags.rules.ts'
import {
  validateTabs,
  existingPin,
  storedTabTitle,
  mergeTabLists,
  tabSlugs,
} from '@knowreel/shared/article/text-tab.rules.ts'
import { comparableParagraph } from '@knowreel/shared/video/paragraph/paragraph-hash.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { isEmptyNote, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { withPresentMoments } from '@knowreel/shared/note/note-moment.ts'
import { htmlOfNote, textOfNote } from '../note/index.ts'
import { slugFrom } from '../platform/slug/slug.ts'
import { articleHash } from './article-hash.ts'

export type TabContent = {
  readonly id: string
  readonly title: string
  readonly slug: string
  readonly note: NoteJson
  /** Both are derived from the note. */
  readonly html: string
  readonly plainText: string
}

export type ArticleContent = {
  readonly title: string
  readonly icon: string | null
  readonly cover: ArticleCover | null
  readonly tags: readonly string[]
  readonly workspaceId: string | null
  /** The parent that a never published article will get; for published ones the order of the workspace decides. */
  readonly parentArticleId: string | null
  readonly pinnedTabId: string | null
  readonly tabs: readonly TabContent[]
  readonly paragraphs: ParagraphTree
}

export const emptyContent: ArticleContent = {
  title: '',
  icon: null,
  cover: null,
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
  html: htmlOfNote(tab.note),
  plainText: textOfNote(tab.note),
})

/** Links to moments of the recording get their present times. */
export const withPresentTimes = (content: ArticleContent): ArticleContent => ({
  ...content,
  tabs: content.tabs.map((tab) => {
    const note = withPresentMoments(tab.note, content.paragraphs)
    return note === tab.note ? tab : toTab({ ...tab, note })
  }),
})

type HashedFields = Omit<ArticleContent, 'parentArticleId' | 'tabs'> & {
  readonly tabs: readonly Pick<TabContent, 'id' | 'title' | 'html'>[]
}

export const contentHash = (content: HashedFields): string =>
  articleHash({
    title: content.title,
    icon: content.icon,
    cover: content.cover,
    workspaceId: content.workspaceId,
    tags: content.tags,
    textTabs: content.tabs.map(({ id, title, html }) => ({ id, title, text: html })),
    pinnedNote: content.pinnedTabId,
    paragraphs: content.paragraphs,
  })

type HashedRow = {
  readonly title: string
  readonly icon: string | null
  readonly cover: ArticleCover | null
  readonly tags: readonly string[]
  readonly workspace_id: string | null
  readonly pinned_tab_id: string | null
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  readonly paragraphs: ParagraphTree
}

/** The same for a row as statements return it. */
export const rowHash = (row: HashedRow): string =>
  contentHash({
    title: row.title,
    icon: row.icon,
    cover: row.cover,
    tags: row.tags,
    workspaceId: row.workspace_id,
    pinnedTabId: row.pinned_tab_id,
    tabs: row.tabs.map(({ id, title, text }) => ({ id, title, html: text })),
    paragraphs: row.paragraphs,
  })

const changedParts = {
  title: ({ title }) => ({ ...emptyContent, title }),
  notes: ({ tabs, pinnedTabId }) => ({ ...emptyContent, tabs, pinnedTabId }),
  recording: ({ paragraphs }) => ({ ...emptyContent, paragraphs }),
  tags: ({ tags }) => ({ ...emptyContent, tags }),
  look: ({ icon, cover }) => ({ ...emptyContent, icon, cover }),
} satisfies Record<VersionChange, (content: ArticleContent) => ArticleContent>

/** The parts in which two contents differ. */
export const listChanges = (one: ArticleContent, other: ArticleContent): VersionChange[] =>
  versionChange.options.filter(
    (part) => contentHash(changedParts[part](one)) !== contentHash(changedParts[part](other)),
  )

/** No title, icon, cover, tag, text or recording. */
export const isEmptyContent = ({ title, icon, cover, tags, tabs, paragraphs }: ArticleContent): boolean =>
  title.trim() === '' &&
  icon === null &&
  cover === null &&
  tags.length === 0 &&
  paragraphs.length === 0 &&
  tabs.every(({ note }) => isEmptyNote(note))

/** Ignores the text of the tabs, which changes on its own in the live documents. */
export const hasSameFields = (one: ArticleContent, other: ArticleContent): boolean =>
  comparableFields(one) === comparableFields(other)

const comparableFields = (content: ArticleContent): string =>
  JSON.stringify([
    content.title,
    content.icon,
    content.cover && [content.cover.source, content.cover.position],
    content.tags,
    content.workspaceId,
    content.parentArticleId,
    content.pinnedTabId,
    content.tabs.map(({ id, title }) => [id, title]),
    content.paragraphs.map(comparableParagraph),
  ])

/** As stored in a version or for discarding, without what can be derived. */
export type PersistedContent = Omit<ArticleContent, 'tabs' | 'paragraphs' | 'icon' | 'cover'> & {
  readonly icon?: string | null
  readonly cover?: ArticleCover | null
  readonly paragraphs?: ParagraphTree
  readonly tabs: readonly Pick<TabContent, 'id' | 'title' | 'slug' | 'note'>[]
}

export const toPersisted = (content: ArticleContent): PersistedContent => ({
  ...content,
  tabs: content.tabs.map(({ id, title, slug, note }) => ({ id, title, slug, note })),
})

export const fromPersisted = (kept: PersistedContent): ArticleContent => ({
  ...kept,
  tabs: kept.tabs.map(toTab),
  // Content stored before these existed has none.
  icon: kept.icon ?? null,
  cover: kept.cover ?? null,
  paragraphs: kept.paragraphs ?? [],
})

/** The fields that a save sets; an omitted field stays unchanged. Ids are uuids and checked. */
export type ContentChange = Pick<
  ArticleInput,
  'title' | 'icon' | 'cover' | 'tags' | 'textTabs' | 'knownTextTabs' | 'pinnedNote'
> & {
  readonly workspaceId?: string | null
  readonly parentArticleId?: string | null
  /** The content of tabs that are new, or whose sent text is used. */
  readonly notes: ReadonlyMap<string, NoteJson>
  readonly paragraphs?: ParagraphTree | undefined
}

/** Merges field by field. Refuses a fourth tab, a duplicate key, and tags that are too long or too many. */
export function applyContentChange(present: ArticleContent, change: ContentChange): ArticleContent {
  const tabs = applyTabsChange(present.tabs, change)
  const pinnedTabId = change.pinnedNote === undefined ? present.pinnedTabId : change.pinnedNote
  return {
    title: change.title ?? present.title,
    icon: change.icon === undefined ? present.icon : change.icon,
    cover: change.cover === undefined ? present.cover : change.cover,
    tags: change.tags === undefined ? present.tags : normalizeTags(change.tags),
    workspaceId: change.workspaceId === undefined ? present.workspaceId : change.workspaceId,
    parentArticleId: change.parentArticleId === undefined ? present.parentArticleId : change.parentArticleId,
    pinnedTabId: existingPin(tabs, pinnedTabId),
    tabs,
    paragraphs: change.paragraphs ?? present.paragraphs,
  }
}

function applyTabsChange(
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
    return { id: tab.id, title: storedTabTitle(title), slug: former?.slug ?? null, note, former }
  })
  validateTabs(merged)
  const slugs = tabSlugs(merged, slugFrom)
  return merged.map(({ former, ...tab }, index) => {
    const slug = slugs[index] ?? ''
    return former !== undefined && former.note === tab.note
      ? { ...former, title: tab.title, slug }
      : toTab({ ...tab, slug })
  })
}
