import { sha256Hex } from './sha256.ts'

/** What of a paragraph counts for the hash; its place in time and whether it is unfolded do not. */
export type HashedParagraph = {
  readonly id: string
  readonly title: string
  readonly pieces: readonly { readonly videoId: string; readonly in: number; readonly dur: number }[]
  readonly items: readonly HashedParagraph[]
}

/** The content of an article: what makes it a changed one. Slugs, dates and signed addresses do not belong to it. */
export type HashedContent = {
  readonly title: string
  /** The long id. */
  readonly workspaceId: string | null
  readonly tags: readonly string[]
  /** `text` is the HTML that the note schema makes. */
  readonly textTabs: readonly { readonly id: string; readonly title: string; readonly text: string }[]
  /** Id of the pinned tab. */
  readonly pinnedNote: string | null
  readonly paragraphs: readonly HashedParagraph[]
}

/** SHA-256 as hexadecimal digits; the same in browser and server. */
export const articleHash = (content: HashedContent): string => sha256Hex(canonicalJson(countedOf(content)))

/** Callers may hand in whole articles; only what counts is taken. */
const countedOf = ({ title, workspaceId, tags, textTabs, pinnedNote, paragraphs }: HashedContent): HashedContent => ({
  title,
  workspaceId,
  tags,
  textTabs: textTabs.map((tab) => ({ id: tab.id, title: tab.title, text: tab.text })),
  pinnedNote,
  paragraphs: paragraphs.map(countedParagraph),
})

const countedParagraph = (paragraph: HashedParagraph): HashedParagraph => ({
  id: paragraph.id,
  title: paragraph.title,
  pieces: paragraph.pieces.map((piece) => ({ videoId: piece.videoId, in: piece.in, dur: piece.dur })),
  items: paragraph.items.map(countedParagraph),
})

/** Keys sorted, strings in Unicode normal form C. */
function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.normalize('NFC'))
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join()}}`
}
