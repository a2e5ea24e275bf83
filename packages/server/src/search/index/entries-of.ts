/** The entries of the index for one article or workspace. Pure. */
import { createHash } from 'node:crypto'
import { positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { foldText } from '@knowreel/shared/search/search-terms.ts'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { paragraphSlugs } from '../../article/index.ts'
import type { EntryKind } from '../search.tables.ts'
import { toSearchVector } from './search-vector.ts'

export type IndexedArticle = {
  readonly id: string
  readonly companyId: string
  readonly workspaceId: string | null
  readonly isPublished: boolean
  readonly title: string
  readonly tags: readonly string[]
  readonly paragraphs: ParagraphTree
  readonly tabs: readonly { readonly id: string; readonly slug: string; readonly text: string }[]
  readonly changedAt: Date
}

export type IndexedWorkspace = {
  readonly id: string
  readonly companyId: string
  readonly title: string
  readonly description: string
  readonly changedAt: Date
}

export type Entry = {
  readonly kind: EntryKind
  readonly part: string
  readonly slug: string
  readonly startsAt: number
  readonly content: string
  readonly folded: string
  /** Changes whenever the terms do. */
  readonly hash: string
  /** Computed only for entries that are written. */
  readonly toTerms: () => string
}

/** Enough for the titles of this product; PostgreSQL limits what an index entry can hold. */
const maxFoldedLength = 400
/** Characters of text in one entry; about the positions that a vector has room for. */
const maxTextLength = 8000

const toTitle = (
  kind: EntryKind,
  content: string,
  { part = '', slug = '', startsAt = 0, text = content } = {},
): Entry => ({
  kind,
  part,
  slug,
  startsAt,
  content,
  folded: foldText(content).trim().slice(0, maxFoldedLength),
  hash: hashOf(text, slug),
  toTerms: () => toSearchVector(text),
})

const hashOf = (...sources: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(sources)).digest('base64url')

/** The description is found, and the title shown. */
export const entriesOfWorkspace = ({ title, description }: IndexedWorkspace): Entry[] => [
  toTitle('workspace', title, { text: `${title}\n${description}` }),
]

/** Drafts have no entries for tags and paragraphs: these are found with their article. */
export function entriesOfArticle(article: IndexedArticle): Entry[] {
  const entries = [toTitle(article.isPublished ? 'article' : 'draft', article.title)]
  if (article.isPublished) {
    for (const tag of article.tags) entries.push(toTitle('tag', tag, { part: tagKey(tag) }))
    const slugs = paragraphSlugs(article.paragraphs, article.tabs)
    for (const { paragraph, start } of positionsOf(article.paragraphs)) {
      const slug = slugs.get(paragraph.id) ?? ''
      entries.push(toTitle('paragraph', paragraph.title, { part: paragraph.id, slug, startsAt: start }))
    }
  }
  const kind = article.isPublished ? 'articleNotes' : 'draftNotes'
  for (const tab of article.tabs)
    for (const { text, startsAt } of splitText(tab.text))
      entries.push({
        kind,
        part: tab.id,
        slug: '',
        startsAt,
        content: text,
        folded: '',
        hash: hashOf(text, article.title),
        toTerms: () => toSearchVector(text, article.title),
      })
  return entries
}

/** Pieces of at most `maxTextLength`, cut at the end of a line or word. Offsets count code points. */
function splitText(text: string): { text: string; startsAt: number }[] {
  const pieces: { text: string; startsAt: number }[] = []
  let rest = text
  let startsAt = 0
  while (rest.trim() !== '') {
    const piece = rest.length <= maxTextLength ? rest : rest.slice(0, lengthOfPiece(rest))
    pieces.push({ text: piece, startsAt })
    startsAt += [...piece].length
    rest = rest.slice(piece.length)
  }
  return pieces
}

function lengthOfPiece(text: string): number {
  const window = text.slice(0, maxTextLength)
  for (const separator of ['\n', ' ']) {
    const end = window.lastIndexOf(separator)
    if (end > maxTextLength / 2) return end + 1
  }
  // A surrogate pair is not cut.
  return /[\ud800-\udbff]$/.test(window) ? maxTextLength - 1 : maxTextLength
}
