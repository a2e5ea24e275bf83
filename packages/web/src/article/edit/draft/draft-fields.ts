/**
 * The fields of a draft besides its notes. The server stores fields one by one: only what changed is sent, and changes
 * of colleagues are adopted where nothing was changed here.
 */
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Tabs } from '@knowreel/shared/article/text-tab.rules.ts'
import { isSameTree, paragraphsHash } from '@knowreel/shared/video/paragraph/paragraph-hash.ts'
import { paragraphsFromResponse, paragraphsToInput } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'

export type DraftTab = { readonly id: string; readonly title: string; readonly slug: string }

export type DraftFields = {
  readonly title: string
  readonly icon: string | null
  readonly cover: ArticleCover | null
  /** The uuid. */
  readonly workspaceId: string | null
  readonly tags: readonly string[]
  readonly tabs: Tabs<DraftTab>
  /** Its folds are ignored: they belong to the browser. */
  readonly paragraphs: ParagraphTree
}

export const toDraftFields = (article: Article): DraftFields => ({
  title: article.title,
  icon: article.icon,
  cover: article.cover && { source: article.cover.source, position: article.cover.position },
  workspaceId: article.workspace?.id ?? null,
  tags: article.tags,
  tabs: {
    list: article.textTabs.map(({ id, title, slug }) => ({ id, title, slug })),
    pinnedId: article.pinnedNote,
  },
  paragraphs: paragraphsFromResponse(article.paragraphs),
})

export type DraftInput = Pick<ArticleInput, 'title' | 'icon' | 'cover' | 'tags' | 'pinnedNote' | 'paragraphs'> & {
  workspace?: string | null
  textTabs?: { id: string; title: string }[]
  /** Keeps tabs that a colleague created in the meantime. */
  knownTextTabs?: string[]
  /** The server refuses a save that started from other paragraphs than it has now. */
  baseParagraphsHash?: string
  /** The same for title and tags. */
  baseFields?: { title?: string; tags?: string[] }
}

const tabInputs = (fields: DraftFields) => fields.tabs.list.map(({ id, title }) => ({ id, title }))
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The text of the tabs is never sent: their live documents hold it. Paragraphs are sent only if they changed. */
const toDraftInput = (fields: DraftFields): DraftInput => ({
  title: fields.title,
  icon: fields.icon,
  cover: fields.cover,
  workspace: fields.workspaceId,
  tags: [...fields.tags],
  textTabs: tabInputs(fields),
  pinnedNote: fields.tabs.pinnedId,
})

/** The wanted paragraphs, for a server that may have others. */
export const paragraphsInput = (base: DraftFields, now: DraftFields): DraftInput => ({
  paragraphs: paragraphsToInput(now.paragraphs),
  baseParagraphsHash: paragraphsHash(base.paragraphs),
})

const changedParagraphsInput = (base: DraftFields, now: DraftFields): DraftInput =>
  isSameTree(base.paragraphs, now.paragraphs) ? {} : paragraphsInput(base, now)

/** Everything, as a manual save sends it; paragraphs, icon and cover not touched here keep their present state. */
export function fullInput(base: DraftFields, now: DraftFields): DraftInput {
  const { icon, cover, ...rest } = toDraftInput(now)
  return {
    ...rest,
    ...(!isSame(icon, base.icon) && { icon }),
    ...(!isSame(cover, base.cover) && { cover }),
    ...changedParagraphsInput(base, now),
    knownTextTabs: tabIds(base.tabs.list),
    baseFields: { title: base.title, tags: [...base.tags] },
  }
}

/** Whether anything would be sent. Called on every key press, so it must not serialise large values. */
export const isChanged = (base: DraftFields, now: DraftFields): boolean =>
  base !== now && (!isSameTree(base.paragraphs, now.paragraphs) || !isSame(toDraftInput(base), toDraftInput(now)))

/** The input that turns `base` into `now`; null if they are equal. */
export function changedInput(base: DraftFields, now: DraftFields): DraftInput | null {
  const before = toDraftInput(base)
  const changes = Object.entries(toDraftInput(now)).filter(
    ([name, value]) => !isSame(value, before[name as keyof DraftInput]),
  )
  const paragraphs = changedParagraphsInput(base, now)
  if (changes.length === 0 && paragraphs.paragraphs === undefined) return null
  const input: DraftInput = { ...Object.fromEntries(changes), ...paragraphs }
  const baseFields = {
    ...(input.title === undefined ? {} : { title: base.title }),
    ...(input.tags === undefined ? {} : { tags: [...base.tags] }),
  }
  return {
    ...input,
    ...(input.textTabs && { knownTextTabs: tabIds(base.tabs.list) }),
    ...(Object.keys(baseFields).length > 0 && { baseFields }),
  }
}

/**
 * `mine` and `theirs` both started from `base`: untouched fields follow theirs. Paragraphs: see draft-paragraphs.ts;
 * titles and tags that cannot be merged: draft-conflicts.ts.
 */
export function mergeFields(base: DraftFields, mine: DraftFields, theirs: DraftFields): DraftFields {
  const pick = <T>(read: (fields: DraftFields) => T): T => read(isSame(read(mine), read(base)) ? theirs : mine)
  const list = mergeTabs(base.tabs.list, mine.tabs.list, theirs.tabs.list)
  const pinnedId = pick(({ tabs }) => tabs.pinnedId)
  return {
    paragraphs: mine.paragraphs,
    title: pick(({ title }) => title),
    icon: pick(({ icon }) => icon),
    cover: pick(({ cover }) => cover),
    workspaceId: pick(({ workspaceId }) => workspaceId),
    tags: pick(({ tags }) => tags),
    tabs: { list, pinnedId: list.some(({ id }) => id === pinnedId) ? pinnedId : null },
  }
}

function mergeTabs(base: readonly DraftTab[], mine: readonly DraftTab[], theirs: readonly DraftTab[]): DraftTab[] {
  const find = (tabs: readonly DraftTab[], id: string) => tabs.find((tab) => tab.id === id)
  const isOrderMine = !isSame(tabIds(mine), tabIds(base))
  const isGoneThere = (id: string) => find(base, id) !== undefined && find(theirs, id) === undefined
  const isGoneHere = (id: string) => find(base, id) !== undefined && find(mine, id) === undefined
  const first = (isOrderMine ? mine : theirs).filter(({ id }) => !isGoneThere(id) && !isGoneHere(id))
  const rest = (isOrderMine ? theirs : mine).filter(({ id }) => find(base, id) === undefined && !find(first, id))
  return [...first, ...rest].map(({ id, title, slug }) => {
    const [before, here, there] = [find(base, id), find(mine, id), find(theirs, id)]
    const isRenamedHere = here !== undefined && here.title !== before?.title
    return { id, title: isRenamedHere ? here.title : (there?.title ?? title), slug: there?.slug ?? slug }
  })
}

const tabIds = (tabs: readonly DraftTab[]) => tabs.map(({ id }) => id)
