/** Attributes of embedded pages in a note: the URL of the page and its title. Everything else is derived from the URL. */
import type { NoteNode } from '../note-document.ts'
import { safeHref } from '../safe-href.ts'
import { type Embed, findEmbed } from './embed-providers.ts'

/** UTF-16 units. */
export const MAX_EMBED_TITLE = 300

export type NoteEmbed = {
  /** Null if the page cannot be embedded (any more): it is shown as a link. */
  readonly embed: Embed | null
  /** Null if it may not be followed. */
  readonly url: string | null
  /** Null if nobody knows it. */
  readonly title: string | null
  /** The title; without one, the URL. */
  readonly label: string
}

export function noteEmbed(attrs: NoteNode['attrs'] = {}): NoteEmbed {
  const embed = findEmbed(attrs['url'])
  const url = embed?.url ?? safeHref(attrs['url'])
  const title = embedTitle(attrs['title'])
  return { embed, url, title: title === url ? null : title, label: title ?? url ?? '' }
}

/** One line without control characters and characters that change the text direction. */
export function embedTitle(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const words = value.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()
  const title = words.slice(0, MAX_EMBED_TITLE).toWellFormed().trim()
  return title === '' ? null : title
}
