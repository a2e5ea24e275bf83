import { AppError } from '../error/app-error.ts'
import { uniqueSlug } from '../identity/slug.rules.ts'
import { articleLimits, fallbackTabTitle } from './article.rules.ts'

type Tab = { readonly id: string; readonly title: string }

/** The tabs of an article in order, at most one of them pinned. Every operation returns a new value. */
export type Tabs<T extends Tab = Tab> = { readonly list: readonly T[]; readonly pinnedId: string | null }

export const textTabId = /^[A-Za-z0-9_-]{16}$/

/** The stored title; an empty one becomes 'Note'. */
export const storedTabTitle = (title: string | null | undefined): string => title?.trim() || fallbackTabTitle

export const mayAddTab = (tabs: Pick<Tabs, 'list'>): boolean => tabs.list.length < articleLimits.textTabs

export function addTab<T extends Tab>(tabs: Tabs<T>, tab: T): Tabs<T> {
  const list = [...tabs.list, { ...tab, title: storedTabTitle(tab.title) }]
  validateTabs(list)
  return { ...tabs, list }
}

export const renameTab = <T extends Tab>(tabs: Tabs<T>, id: string, title: string): Tabs<T> => ({
  ...tabs,
  list: tabs.list.map((tab) => (tab.id === id ? { ...tab, title: storedTabTitle(title) } : tab)),
})

/** Pins the tab instead of any other; unpins it if it is pinned. */
export const togglePin = <T extends Tab>(tabs: Tabs<T>, id: string): Tabs<T> => ({
  ...tabs,
  pinnedId: tabs.pinnedId === id ? null : existingPin(tabs.list, id),
})

/** Moves a tab to `index`. */
export function moveTab<T extends Tab>(tabs: Tabs<T>, id: string, index: number): Tabs<T> {
  const moved = tabs.list.find((tab) => tab.id === id)
  if (moved === undefined) return tabs
  const list = tabs.list.filter((tab) => tab.id !== id)
  list.splice(Math.max(0, index), 0, moved)
  return { ...tabs, list }
}

export function deleteTab<T extends Tab>(tabs: Tabs<T>, id: string): Tabs<T> {
  const list = tabs.list.filter((tab) => tab.id !== id)
  return { list, pinnedId: existingPin(list, tabs.pinnedId) }
}

/** The pinned tab's id, or null if that tab no longer exists. */
export const existingPin = (list: readonly Tab[], id: string | null): string | null =>
  list.some((tab) => tab.id === id) ? id : null

/** Throws unless there are at most three tabs with unique keys. */
export function validateTabs(list: readonly Tab[]): void {
  if (new Set(list.map(({ id }) => id)).size < list.length) throw new AppError('text_tab_key_taken')
  if (list.length > articleLimits.textTabs) throw new AppError('too_many_text_tabs')
}

/**
 * The tabs after a save, in order: those that were sent, then those that the sender could not know because a colleague
 * created them in the meantime. Without `knownIds`, the sender is assumed to know all.
 */
export function mergeTabLists<T extends { readonly id: string }, Sent extends { readonly id: string }>(
  present: readonly T[],
  sent: readonly Sent[],
  knownIds?: readonly string[] | null,
): (T | Sent)[] {
  if (!knownIds) return [...sent]
  const mentioned = new Set([...sent.map(({ id }) => id), ...knownIds])
  return [...sent, ...present.filter(({ id }) => !mentioned.has(id))]
}

/** Words with a meaning of their own at this position of a URL. */
const routeWords: ReadonlySet<string> = new Set(['notes', 'video'])

type Sluggable = { readonly title: string; readonly slug?: string | null }

/**
 * Slugs of all tabs, in order: from the title, unique among the tabs and against `taken` (slugs of paragraphs), never a
 * reserved word. A tab keeps its slug while it fits the title, so that reordering breaks no URL.
 */
export function tabSlugs(
  tabs: readonly Sluggable[],
  slugFrom: (title: string) => string,
  taken: ReadonlySet<string> = new Set(),
): string[] {
  const used = new Set([...routeWords, ...taken])
  const bases = tabs.map((tab) => slugFrom(tab.title))
  const slugs = tabs.map((tab, index) => {
    if (!tab.slug || used.has(tab.slug) || !isNumbered(tab.slug, bases[index] ?? '')) return null
    used.add(tab.slug)
    return tab.slug
  })
  return slugs.map((kept, index) => {
    if (kept !== null) return kept
    const slug = uniqueSlug(bases[index] ?? '', (candidate) => used.has(candidate))
    used.add(slug)
    return slug
  })
}

const isNumbered = (slug: string, base: string): boolean =>
  slug.startsWith(base) && /^(-\d+)?$/.test(slug.slice(base.length))
