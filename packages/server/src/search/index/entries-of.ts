/** The entries of the index for one article or workspace. Pure. */
import { splitText } from '@knowreel/shared/search/split-text.ts'
import { createHash } from 'node:crypto'
import { positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { TimedTextKind } from '@knowreel/shared/search/search.calls.ts'
import { foldText } from '@knowreel/shared/search/search-terms.ts'
import { fallbackTabTitle } from '@knowreel/shared/article/article.rules.ts'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { paragraphSlugs } from '../../article/index.ts'
import type { EntryKind } from '../search.tables.ts'
import { toSearchVector } from './search-vector.ts'
import { piecesOf, type TimedPassage } from './timed-text.ts'

export type IndexedArticle = {
  readonly id: string
  readonly companyId: string
  readonly workspaceId: string | null
  readonly isPublished: boolean
  readonly title: string
  readonly tags: readonly string[]
  readonly paragraphs: ParagraphTree
  readonly tabs: readonly {
    readonly id: string
    readonly title: string
    readonly slug: string
    readonly text: string
  }[]
  readonly attachments: readonly Attachment[]
  readonly changedAt: Date
}

/** A file whose text was read, in the tab that shows it. */
type Attachment = {
  readonly fileId: string
  readonly name: string
  readonly tabId: string
  /** Page of each piece of its text. */
  readonly pages: readonly (number | null)[]
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
  readonly fileId: string | null
  readonly page: number | null
  /** Null for a piece of a file, which is read only if it is written. */
  readonly content: string | null
  /** Only for timed text. */
  readonly marks: readonly number[] | null
  readonly folded: string
  /** Changes whenever the terms do. */
  readonly hash: string
  /** Computed only for entries that are written. */
  readonly toTerms: (content: string) => string
}

/** Enough for the titles of this product; PostgreSQL limits what an index entry can hold. */
const maxFoldedLength = 400

const toTitle = (
  kind: EntryKind,
  content: string,
  { part = '', slug = '', startsAt = 0, text = content } = {},
): Entry => ({
  kind,
  part,
  slug,
  startsAt,
  fileId: null,
  page: null,
  content,
  marks: null,
  folded: foldText(content).trim().slice(0, maxFoldedLength),
  hash: hashOf(text, slug),
  toTerms: () => toSearchVector(text),
})

/** Increase it when the terms of a text change; a migration then notes every article and workspace as changed. */
const termsVersion = 3

const hashOf = (...sources: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify([termsVersion, ...sources]))
    .digest('base64url')

/** The description is found, and the title shown. */
export const entriesOfWorkspace = ({ title, description }: IndexedWorkspace): Entry[] => [
  toTitle('workspace', title, { text: `${title}\n${description}` }),
]

export function entriesOfArticle(article: IndexedArticle): Entry[] {
  const entries = article.isPublished ? titlesOfPublished(article) : [titleOfDraft(article)]
  const kind = article.isPublished ? 'articleNotes' : 'draftNotes'
  for (const tab of article.tabs) {
    const title = tab.title === fallbackTabTitle ? '' : tab.title
    const pieces = splitText(tab.text)
    let startsAt = 0
    for (const [index, text] of (pieces.length === 0 && title !== '' ? [''] : pieces).entries()) {
      // Words of the tab's title are found at the beginning of its text.
      const found = index === 0 && title !== '' ? `${title}\n${text}` : text
      entries.push({
        ...ofText,
        kind,
        part: tab.id,
        startsAt,
        content: text,
        hash: hashOf(found, article.title),
        toTerms: () => toSearchVector(found, article.title),
      })
      startsAt += text.length
    }
  }
  for (const { fileId, name, tabId, pages } of article.attachments)
    for (const [position, page] of pages.entries())
      entries.push({
        ...ofText,
        kind,
        part: tabId,
        startsAt: position,
        fileId,
        page,
        content: null,
        hash: hashOf(fileId, String(position), name, article.title),
        toTerms: (content) => toSearchVector(content, `${article.title} ${name}`),
      })
  return entries
}

function titlesOfPublished({ title, tags, paragraphs, tabs }: IndexedArticle): Entry[] {
  const slugs = paragraphSlugs(paragraphs, tabs)
  return [
    toTitle('article', title),
    ...tags.map((tag) => toTitle('tag', tag, { part: tagKey(tag) })),
    ...positionsOf(paragraphs).map(({ paragraph, start }) =>
      toTitle('paragraph', paragraph.title, {
        part: paragraph.id,
        slug: slugs.get(paragraph.id) ?? '',
        startsAt: start,
        text: [paragraph.title, ...paragraph.tags].join('\n'),
      }),
    ),
  ]
}

/** A draft is found by its tags and paragraphs too, which are no results of their own. */
function titleOfDraft({ title, tags, paragraphs }: IndexedArticle): Entry {
  const ofParagraphs = positionsOf(paragraphs).flatMap(({ paragraph }) => [paragraph.title, ...paragraph.tags])
  return toTitle('draft', title, { text: [title, ...tags, ...ofParagraphs].join('\n') })
}

const ofText = { slug: '', fileId: null, page: null, marks: null, folded: '' }

export const timedKindOf = ({ isPublished }: Pick<IndexedArticle, 'isPublished'>): EntryKind =>
  isPublished ? 'articleVideo' : 'draftVideo'

/** Changes whenever a passage of the article may: with the texts, the material, or the title. */
export const timedTextHash = (
  { title, paragraphs }: IndexedArticle,
  kind: TimedTextKind,
  versions: ReadonlyMap<string, string>,
): string =>
  hashOf(
    kind,
    title,
    JSON.stringify(piecesOf(paragraphs)),
    JSON.stringify([...versions].toSorted(([one], [other]) => one.localeCompare(other))),
  )

export const entriesOfPassages = (
  article: IndexedArticle,
  part: TimedTextKind,
  hash: string,
  passages: readonly TimedPassage[],
): Entry[] =>
  passages.map(({ startsAt, text, marks }) => ({
    ...ofText,
    kind: timedKindOf(article),
    part,
    startsAt,
    content: text,
    marks,
    hash,
    toTerms: () => toSearchVector(text, article.title),
  }))
