/** Merges the content of two articles. Pure. */
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { normalizeTags, tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { existingPin, tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import {
  isEmptyNote,
  NOTE_SERVER_LIMIT,
  noteSize,
  withBlockKeys,
  type NoteJson,
} from '@knowreel/shared/note/note-document.ts'
import { positionsOf, type Paragraph } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphLimits } from '@knowreel/shared/video/paragraph/paragraph-limits.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { toTab, type ArticleContent, type TabContent } from '../article-content.ts'

/**
 * The content of the left article, which ends, comes first, then that of the target, which keeps its title, its pin and
 * all its keys; it takes icon and cover from the left one only where it has none. Tabs beyond three are joined into the
 * last, each under its title. If there are too many tags, those of the target stay.
 */
export function mergeArticleContents(left: ArticleContent, target: ArticleContent): ArticleContent {
  const { tabs, newIdOf } = mergeTabs(left.tabs, target.tabs)
  const pin = target.pinnedTabId === null ? newIdOf.left(left.pinnedTabId) : newIdOf.target(target.pinnedTabId)
  return {
    ...target,
    icon: target.icon ?? left.icon,
    cover: target.cover ?? left.cover,
    tags: mergeTags(left.tags, target.tags),
    pinnedTabId: existingPin(tabs, pin),
    tabs,
    paragraphs: mergeParagraphs(left.paragraphs, target.paragraphs),
  }
}

function mergeTags(left: readonly string[], target: readonly string[]): string[] {
  const own = new Set(target.map(tagKey))
  const room = articleLimits.tagsPerArticle - target.length
  return normalizeTags([...target, ...left.filter((tag) => !own.has(tagKey(tag))).slice(0, Math.max(0, room))])
}

type TabIdMapping = (tabId: string | null) => string | null
type MergedTabs = {
  readonly tabs: TabContent[]
  /** Where each tab of both articles is now. */
  readonly newIdOf: { readonly left: TabIdMapping; readonly target: TabIdMapping }
}

function mergeTabs(left: readonly TabContent[], target: readonly TabContent[]): MergedTabs {
  const taken = new Set(target.map(({ id }) => id))
  const renamed = new Map(left.map(({ id }) => [id, taken.has(id) ? newKey() : id]))
  const moved = left.map((tab): AnyTab => ({ ...tab, id: renamed.get(tab.id) ?? tab.id, slug: null }))
  const all = withoutEmpty([...moved, ...target], target)
  const kept = all.slice(0, articleLimits.textTabs)
  const rest = all.slice(articleLimits.textTabs)
  const joined = [...kept.slice(-1), ...rest]
  const [last] = joined
  if (last !== undefined && rest.length > 0) {
    // The URL of a tab of the target leads to the tab it was joined into.
    const id = joined.find((tab) => taken.has(tab.id))?.id ?? last.id
    kept[kept.length - 1] = { ...last, id, note: joinNotes(last, rest) }
  }
  const lastId = kept.at(-1)?.id ?? null
  const isJoined = (id: string) => rest.length > 0 && joined.some((tab) => tab.id === id)
  const currentIdOf = (id: string | null) => (id !== null && isJoined(id) ? lastId : id)
  const slugs = tabSlugs(kept, slugFrom)
  return {
    tabs: kept.map((tab, index) => toTab({ ...tab, slug: slugs[index] ?? '' })),
    newIdOf: { target: currentIdOf, left: (id) => currentIdOf(id === null ? null : (renamed.get(id) ?? id)) },
  }
}

type AnyTab = Omit<TabContent, 'slug'> & { readonly slug: string | null }

/** If there are too many tabs, empty ones are dropped first. */
function withoutEmpty(all: readonly AnyTab[], target: readonly TabContent[]): AnyTab[] {
  if (all.length <= articleLimits.textTabs) return [...all]
  const filled = all.filter(({ note }) => !isEmptyNote(note))
  return filled.length > 0 ? filled : target.slice(0, 1)
}

function joinNotes(first: AnyTab, rest: readonly AnyTab[]): NoteJson {
  const content = [
    ...(first.note.content ?? []),
    ...rest.flatMap(({ title, note }) => [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: title }] },
      ...(note.content ?? []),
    ]),
  ]
  const joined = withBlockKeys({ ...first.note, content }, newKey)
  if (noteSize(joined) > NOTE_SERVER_LIMIT) throw new AppError('note_too_large')
  return joined
}

function mergeParagraphs(left: readonly Paragraph[], target: readonly Paragraph[]): Paragraph[] {
  const taken = new Set(positionsOf(target).map(({ paragraph }) => paragraph.id))
  const moved = (paragraph: Paragraph): Paragraph => ({
    ...paragraph,
    id: taken.has(paragraph.id) ? newKey() : paragraph.id,
    items: paragraph.items.map(moved),
  })
  const merged = [...left.map(moved), ...target]
  if (positionsOf(merged).length > paragraphLimits.paragraphs) throw new AppError('too_many_paragraphs')
  return merged
}
