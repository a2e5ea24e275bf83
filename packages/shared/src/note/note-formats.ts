// Formats of text and blocks in a note. The lists are closed: other colours, fonts and positions from a pasted page, an
// older note or a hostile client are rejected, so nothing of them reaches a reader's style sheet.

/** Names in the menu and in the notes. Text without one is in the font of the product (decision 0283). */
export const noteFonts = [
  'Arial',
  'Lato',
  'Roboto',
  'Roboto Condensed',
  'PT Sans',
  'Verdana',
  'Times New Roman',
  'Montserrat',
  'Open Sans',
  'Oswald',
  'Raleway',
] as const
export type NoteFont = (typeof noteFonts)[number]

/** In pixels. */
export const noteFontSizes = [10, 12, 14, 16, 18] as const
export type NoteFontSize = (typeof noteFontSizes)[number]

/** Besides left, the default. */
export const noteAlignments = ['center', 'right', 'justify'] as const
export type NoteAlignment = (typeof noteAlignments)[number]

/** Pixels from the left edge, in steps. */
export const noteIndent = { step: 30, max: 210 } as const

export const columnLayouts = ['two-column', 'sidebar-left', 'sidebar-right'] as const
export type ColumnLayout = (typeof columnLayouts)[number]

/** A hex colour, including `#`. */
export const MAX_COLOUR_LENGTH = 7

const hexPattern = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/

/** `#rgb` or `#rrggbb` in lower case; null for everything else that CSS would accept. */
export function noteColour(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const colour = value.trim().toLowerCase()
  return hexPattern.test(colour) ? colour : null
}

export const headingLevel = (value: unknown): number =>
  typeof value === 'number' && value >= 1 && value <= 5 ? Math.trunc(value) : 1

const oneOf =
  <Value extends string | number>(values: readonly Value[]) =>
  (value: unknown): Value | null =>
    values.find((allowed) => allowed === value) ?? null

export const noteFont = oneOf(noteFonts)
export const noteFontSize = oneOf(noteFontSizes)
export const noteAlignment = oneOf(noteAlignments)
export const columnLayout = (value: unknown): ColumnLayout => oneOf(columnLayouts)(value) ?? 'two-column'

/** A valid indent; null for none. */
export function validNoteIndent(value: unknown): number | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return null
  return value > 0 && value <= noteIndent.max && value % noteIndent.step === 0 ? value : null
}
