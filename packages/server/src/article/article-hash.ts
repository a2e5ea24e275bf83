import type { ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import type { Paragraph, ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { createHash } from 'node:crypto'

/** The content of an article that the hash covers. Slugs, dates and signed URLs are excluded. */
export type HashedContent = {
  readonly title: string
  readonly icon: string | null
  readonly cover: ArticleCover | null
  /** The uuid. */
  readonly workspaceId: string | null
  readonly tags: readonly string[]
  /** `text` is HTML in the form that the note schema produces. */
  readonly textTabs: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  /** Id of the pinned tab. */
  readonly pinnedNote: string | null
  readonly paragraphs: ParagraphTree
}

/** SHA-256 in hexadecimal. */
export const articleHash = (content: HashedContent): string =>
  createHash('sha256')
    .update(canonicalJson(pickHashedFields(content)))
    .digest('hex')

/** Callers may pass whole articles; only the relevant fields are used. */
const pickHashedFields = (content: HashedContent) => {
  const { title, icon, cover, workspaceId, tags, textTabs, pinnedNote, paragraphs } = content
  return {
    title,
    // Stored hashes of articles without either stay valid.
    ...(icon !== null && { icon }),
    ...(cover !== null && { cover: { source: cover.source, position: cover.position } }),
    workspaceId,
    tags,
    textTabs: textTabs.map((tab) => ({ id: tab.id, title: tab.title, text: tab.text })),
    pinnedNote,
    paragraphs: paragraphs.map(pickHashedParagraph),
  }
}

/** Excludes the position in time and whether it is unfolded. Stored hashes without tags in paragraphs stay valid. */
const pickHashedParagraph = ({ id, title, tags, map, items }: Paragraph): unknown => ({
  id,
  title,
  ...(tags.length > 0 && { tags }),
  pieces: map.map((piece) => ({ videoId: piece.videoId, in: piece.in, dur: piece.dur })),
  items: items.map(pickHashedParagraph),
})

/** Keys sorted, strings in Unicode normalization form C. */
function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join()}}`
}
