/**
 * Embedded pages in Markdown: a link alone in its paragraph, whose title is the name of the site. The bare URL of such a
 * page, alone in its paragraph, is read as well; every other link stays a link.
 */
import { type Embed, findEmbed } from '../note/embed/embed-providers.ts'
import { noteEmbed } from '../note/embed/note-embed.ts'
import type { NoteNode } from '../note/note-document.ts'
import { escapeAttribute, escapeText, linkDestination } from './markdown-inline.ts'

export function embedToMarkdown({ attrs }: NoteNode): string {
  const { embed, url, label } = noteEmbed(attrs)
  if (url === null) return escapeText(label)
  return `[${escapeText(label)}](${linkDestination(url)}${embed === null ? '' : ` "${embed.label}"`})`
}

export type MarkdownEmbed = {
  readonly embed: Embed
  /** Plain text; empty for a bare URL. */
  readonly title: string
}

const linkPattern = /^\[((?:[^[\]\\]|\\.){1,1000})\]\((<[^\s<>]{1,3000}>|[^\s<>()]{1,3000})(?: "([^"\\]{1,30})")?\)$/

/** For a whole paragraph. */
export function embedOfParagraph(paragraph: string): MarkdownEmbed | null {
  const text = paragraph.trim()
  const [, title = '', target = text, site] = linkPattern.exec(text) ?? []
  const address = target.replace(/^<(.*)>$/, '$1')
  const embed = /^https?:/i.test(address) ? findEmbed(address.replaceAll('&amp;', '&')) : null
  if (embed === null) return null
  if (title === '' || title === address) return { embed, title: '' }
  return site === embed.label ? { embed, title: title.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1') } : null
}

export const embedHtml = ({ embed: { url }, title }: MarkdownEmbed): string =>
  `<div data-type="embed"><a href="${escapeAttribute(url)}">${escapeAttribute(title)}</a></div>`
