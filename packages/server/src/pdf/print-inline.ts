/** Text, marks and inline nodes. */
import { noteColour, noteFont, noteFontSize } from '@knowreel/shared/note/note-formats.ts'
import { mentionLabel } from '@knowreel/shared/note/mentioned-person.ts'
import type { NoteMark, NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { safeHref } from '@knowreel/shared/note/safe-href.ts'
import { withBreaks } from './breakable.ts'
import { pixelsToPoints, printPicture } from './print-picture.ts'
import type { PrintedInline, PrintedText } from './printed.ts'

export type InlineContext = {
  /** The base of links without a host; without a trailing slash. */
  readonly publicAddress: string
  /** The file of each available image, by its key. */
  readonly pictures: ReadonlyMap<string, string>
  /** Characters that surely fit on a line here. */
  readonly lineLetters: number
  /** In points. */
  readonly lineWidth: number
}

/** A longer paragraph is an attack. */
const maxInlineNodes = 20_000

export function printInline(content: readonly NoteNode[] | undefined, context: InlineContext): PrintedInline[] {
  return (content ?? []).slice(0, maxInlineNodes).map((node) => printOne(node, context))
}

function printOne(node: NoteNode, context: InlineContext): PrintedInline {
  switch (node.type) {
    case 'text':
      return { k: 'text', text: withBreaks(node.text ?? '', context.lineLetters), ...textStyle(node.marks, context) }
    case 'hardBreak':
      return { k: 'break' }
    case 'mention':
      return { k: 'mention', text: `@${mentionLabel(node.attrs?.['label'])}` }
    case 'image':
      return printPicture(node, context.pictures, context.lineWidth)
    default:
      return { k: 'text', text: withBreaks(noteJsonToText(node), context.lineLetters) }
  }
}

/** If a mark appears more than once, the first one counts. */
function textStyle(marks: readonly NoteMark[] = [], context: InlineContext): Omit<PrintedText, 'k' | 'text'> {
  if (marks.length === 0) return {}
  const find = (type: string): NoteMark | undefined => marks.find((mark) => mark.type === type)
  const style = find('textStyle')?.attrs ?? {}
  const highlight = find('highlight')
  const href = linkOf(find('link')?.attrs?.['href'], context.publicAddress)
  const colour = noteColour(style['color'])
  const size = noteFontSize(style['fontSize'])
  return {
    ...(find('bold') && { bold: true }),
    ...(find('italic') && { italic: true }),
    ...(find('underline') && { underline: true }),
    ...(find('strike') && { strike: true }),
    ...(find('code') && { code: true }),
    ...(href !== null && { href }),
    ...(colour !== null && { colour: darkenForPaper(colour) }),
    ...(highlight && { highlight: lightenForText(noteColour(highlight.attrs?.['color']) ?? plainHighlight) }),
    ...(noteFont(style['fontFamily']) === 'Times New Roman' && { font: 'serif' }),
    ...(size !== null && { size: pixelsToPoints(size) }),
  }
}

const plainHighlight = '#fbebb4'

/** Links within a note have no meaning on paper. */
function linkOf(value: unknown, publicAddress: string): string | null {
  const href = safeHref(value)
  if (href === null || href.startsWith('#')) return null
  if (/^[a-z]+:/i.test(href)) return href
  try {
    return new URL(href, `${publicAddress}/`).href
  } catch {
    return null
  }
}

type Channels = readonly [number, number, number]

function parseChannels(colour: string): Channels {
  const digits = colour.slice(1)
  const pairs = (digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits).match(/../g)
  const [red = 0, green = 0, blue = 0] = (pairs ?? []).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

/** Relative luminance, WCAG 2. */
const luminance = (colour: Channels): number => {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const toHex = (colour: readonly number[]): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

const mixColour = (colour: Channels, other: number, share: number): Channels => {
  const [red, green, blue] = colour
  const mix = (value: number) => value + (other - value) * share
  return [mix(red), mix(green), mix(blue)]
}

/** A colour chosen in dark mode may be too pale for paper: it is darkened until it is readable (4.5:1). */
function darkenForPaper(value: string): string {
  let colour = parseChannels(value)
  for (let step = 0; step < 20 && luminance(colour) > 0.18; step += 1) colour = mixColour(colour, 0, 0.1)
  return toHex(colour)
}

/** A background colour is lightened until black text on it is readable (7:1). */
function lightenForText(value: string): string {
  let colour = parseChannels(value)
  for (let step = 0; step < 30 && luminance(colour) < 0.42; step += 1) colour = mixColour(colour, 255, 0.1)
  return toHex(colour)
}
