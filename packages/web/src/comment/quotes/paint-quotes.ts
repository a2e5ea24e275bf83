/** Highlighted by the browser over the text; neither the readable text nor the editor's document changes. */
import './quote-colours.css'

const all = 'note-quote'
const lit = 'note-quote-lit'

/** Browsers without support get boxes behind the words. */
export const canPaint = (): boolean => 'highlights' in CSS

export function paintQuotes(ranges: Iterable<Range>): void {
  if (canPaint()) CSS.highlights.set(all, new Highlight(...ranges))
}

export function paintLit(ranges: readonly Range[]): void {
  if (!canPaint()) return
  const highlight = new Highlight(...ranges)
  highlight.priority = 1
  CSS.highlights.set(lit, highlight)
}

export function unpaintQuotes(): void {
  if (!canPaint()) return
  CSS.highlights.delete(all)
  CSS.highlights.delete(lit)
}
