/** Writes a page as one article or, if it is too long, as an article with sub-articles. */
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { maxOrderDepth } from '@knowreel/shared/workspace/order-tree.ts'
import { derivedId } from '@knowreel/shared/identity/ids.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { AddNote } from '../../report.ts'
import type { BuiltPage } from './build-page.ts'
import type { PlannedPage } from '../plan-import.ts'

export type NewArticle = {
  readonly id: string
  readonly parentId: string | null
  readonly depth: number
  readonly title: string
  readonly icon: string | null
  readonly tags: readonly string[]
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly note: NoteJson }[]
}

/** The same page of the same import always becomes the article with this id. */
export const deriveArticleId = (jobId: string, page: Pick<PlannedPage, 'path'>, part = 0): string =>
  derivedId(jobId, `${part} ${page.path}`)

type WriteContext = {
  readonly jobId: string
  readonly page: PlannedPage
  readonly parentId: string | null
  readonly addNote: AddNote
}

export function toArticles(built: BuiltPage, { jobId, page, parentId, addNote }: WriteContext): NewArticle[] {
  const id = deriveArticleId(jobId, page)
  const parts = built.tabs.flatMap(({ title, notes }) =>
    notes.map((note, index) => ({ title: notes.length === 1 ? title : `${title} ${index + 1}`, note })),
  )
  if (parts.length > built.tabs.length) addNote('article_split', page.path)
  const groups = chunk(parts, articleLimits.textTabs)
  const [first = []] = groups
  const isDeepest = page.depth >= maxOrderDepth
  const { title: ownTitle, icon, tags } = built
  const top = { id, parentId, depth: page.depth, title: ownTitle, icon, tags, tabs: withTabIds(id, first) }
  const more = groups.slice(1).map((group, index) => {
    const own = deriveArticleId(jobId, page, index + 1)
    return {
      id: own,
      parentId: isDeepest ? parentId : id,
      depth: isDeepest ? page.depth : page.depth + 1,
      title: `${built.title.slice(0, articleLimits.titleLength - 20)} (part ${index + 2})`,
      icon: null,
      tags: [],
      tabs: withTabIds(own, group),
    }
  })
  return [top, ...more]
}

const withTabIds = (articleId: string, tabs: readonly { title: string; note: NoteJson }[]) =>
  tabs.map((tab, index) => ({
    ...tab,
    title: tab.title.slice(0, articleLimits.titleLength).toWellFormed(),
    id: derivedId(articleId, `tab ${index}`).replaceAll('-', '').slice(0, 16),
  }))

function chunk<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = []
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size))
  return groups
}
