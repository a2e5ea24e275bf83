import { isShortId, isUuid } from '../identity/ids.ts'
import type { NoteNode } from '../note/note-document.ts'

export type ArticleLink = {
  /** A uuid or a short id. */
  readonly id: string
  /** With its port if that is not the default; null for a link without one, which leads to the same installation. */
  readonly host: string | null
}

/** Stands for the host of a link without one. No name can end in it. */
const noHost = 'relative.invalid'

/** The article that a URL shows to signed-in people; null for every other URL. */
export function parseArticleLink(url: string): ArticleLink | null {
  const base = `https://${noHost}`
  if (!/^(?:\/|https?:)/i.test(url) || !URL.canParse(url, base)) return null
  const parsed = new URL(url, base)
  const [page, first = '', , third = ''] = parsed.pathname.split('/').slice(1)
  // Links that share an article have their own token instead.
  const id = (page === 'b' && first !== 'shared' ? third : page === 'article' ? first : '').toLowerCase()
  if (!isUuid(id) && !isShortId(id)) return null
  return { id, host: parsed.host === noHost ? null : parsed.host }
}

/** How a link is stored and looked up: its host, which may be empty, and the id. */
export const articleLinkKey = ({ id, host }: ArticleLink): string => `${host ?? ''}/${id}`

/** More different ones in one text are no references but a list of everything. */
const maxLinks = 500

/** The articles that a note links to, without repetitions. */
export function listArticleLinks(note: NoteNode): string[] {
  const keys = new Set<string>()
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node && keys.size < maxLinks; node = open.pop()) {
    for (const { type, attrs } of node.marks ?? []) {
      const href = type === 'link' ? attrs?.['href'] : null
      const link = typeof href === 'string' ? parseArticleLink(href) : null
      if (link !== null) keys.add(articleLinkKey(link))
    }
    open.push(...(node.content ?? []).toReversed())
  }
  return [...keys]
}
