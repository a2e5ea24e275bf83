/**
 * What of a draft is edited beside its notes. The server keeps fields one by one, so only what changed is sent, and what
 * colleagues changed meanwhile is taken over where it was not touched here.
 */
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Tabs } from '@knowreel/shared/article/text-tab.rules.ts'
import { isSameTree, paragraphsHash } from '@knowreel/shared/video/paragraph-hash.ts'
import { readParagraphs, writeParagraphs } from '@knowreel/shared/video/paragraph-reading.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'

export type DraftTab = { readonly id: string; readonly title: string; readonly slug: string }

export type DraftFields = {
  readonly title: string
  /** The long id. */
  readonly workspaceId: string | null
  readonly tags: readonly string[]
  readonly tabs: Tabs<DraftTab>
  /** Its folds mean nothing: they belong to the browser. */
  readonly paragraphs: ParagraphTree
}

export const fieldsOf = (article: Article): DraftFields => ({
  title: article.title,
  workspaceId: article.workspace?.id ?? null,
  tags: article.tags,
  tabs: {
    list: article.textTabs.map(({ id, title, slug }) => ({ id, title, slug })),
    pinnedId: article.pinnedNote,
  },
  paragraphs: readParagraphs(article.paragraphs),
})

export type DraftInput = Pick<ArticleInput, 'title' | 'tags' | 'pinnedNote' | 'paragraphs'> & {
  workspace?: string | null
  textTabs?: { id: string; title: string }[]
  /** With it, a tab that a colleague made meanwhile is kept. */
  knownTextTabs?: string[]
  /** With it, a save that began with other paragraphs than are there now is refused. */
  baseParagraphsHash?: string
  /** The same of title and tags. */
  baseFields?: { title?: string; tags?: string[] }
}

const listOf = (fields: DraftFields) => fields.tabs.list.map(({ id, title }) => ({ id, title }))
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The text of the tabs is never sent: their live documents hold it. Paragraphs travel only where they changed. */
const inputOf = (fields: DraftFields): DraftInput => ({
  title: fields.title,
  workspace: fields.workspaceId,
  tags: [...fields.tags],
  textTabs: listOf(fields),
  pinnedNote: fields.tabs.pinnedId,
})

/** What the paragraphs shall be, for a server that may have others. */
export const paragraphsInput = (base: DraftFields, now: DraftFields): DraftInput => ({
  paragraphs: writeParagraphs(now.paragraphs),
  baseParagraphsHash: paragraphsHash(base.paragraphs),
})

const paragraphsOf = (base: DraftFields, now: DraftFields): DraftInput =>
  isSameTree(base.paragraphs, now.paragraphs) ? {} : paragraphsInput(base, now)

/** Everything, as a save by hand sends it; of paragraphs that were not touched here the present ones stay. */
export const wholeInput = (base: DraftFields, now: DraftFields): DraftInput => ({
  ...inputOf(now),
  ...paragraphsOf(base, now),
  knownTextTabs: idsOf(base.tabs.list),
  baseFields: { title: base.title, tags: [...base.tags] },
})

/** Whether something would be sent: asked at every key, so that it must not write out what may be large. */
export const isChanged = (base: DraftFields, now: DraftFields): boolean =>
  base !== now && (!isSameTree(base.paragraphs, now.paragraphs) || !isSame(inputOf(base), inputOf(now)))

/** What to send so that `base` becomes `now`; null when they are the same. */
export function changedInput(base: DraftFields, now: DraftFields): DraftInput | null {
  const before = inputOf(base)
  const changes = Object.entries(inputOf(now)).filter(
    ([name, value]) => !isSame(value, before[name as keyof DraftInput]),
  )
  const paragraphs = paragraphsOf(base, now)
  if (changes.length === 0 && paragraphs.paragraphs === undefined) return null
  const input: DraftInput = { ...Object.fromEntries(changes), ...paragraphs }
  const baseFields = {
    ...(input.title === undefined ? {} : { title: base.title }),
    ...(input.tags === undefined ? {} : { tags: [...base.tags] }),
  }
  return {
    ...input,
    ...(input.textTabs && { knownTextTabs: idsOf(base.tabs.list) }),
    ...(Object.keys(baseFields).length > 0 && { baseFields }),
  }
}

/** `mine` and `theirs` both began as `base`: what was not touched here follows them. Paragraphs: see draft-paragraphs.ts; what of title and tags cannot go together: draft-conflicts.ts. */
export function mergeFields(base: DraftFields, mine: DraftFields, theirs: DraftFields): DraftFields {
  const pick = <T>(read: (fields: DraftFields) => T): T => read(isSame(read(mine), read(base)) ? theirs : mine)
  const list = mergeTabs(base.tabs.list, mine.tabs.list, theirs.tabs.list)
  const pinnedId = pick(({ tabs }) => tabs.pinnedId)
  return {
    paragraphs: mine.paragraphs,
    title: pick(({ title }) => title),
    workspaceId: pick(({ workspaceId }) => workspaceId),
    tags: pick(({ tags }) => tags),
    tabs: { list, pinnedId: list.some(({ id }) => id === pinnedId) ? pinnedId : null },
  }
}

function mergeTabs(base: readonly DraftTab[], mine: readonly DraftTab[], theirs: readonly DraftTab[]): DraftTab[] {
  const find = (tabs: readonly DraftTab[], id: string) => tabs.find((tab) => tab.id === id)
  const isOrderMine = !isSame(idsOf(mine), idsOf(base))
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

const idsOf = (tabs: readonly DraftTab[]) => tabs.map(({ id }) => id)
