/** Highlighted by the browser over the text; neither the readable text nor the editor's document changes. */
import './quote-colours.css'

const quoteHighlight = 'note-quote'
const activeQuoteHighlight = 'note-quote-lit'

/** Browsers without support get boxes behind the words. */
export const supportsHighlights = (): boolean => 'highlights' in CSS

export function highlightQuotes(ranges: Iterable<Range>): void {
  if (supportsHighlights()) CSS.highlights.set(quoteHighlight, new Highlight(...ranges))
}

export function highlightActiveQuotes(ranges: readonly Range[]): void {
  if (!supportsHighlights()) return
  const highlight = new Highlight(...ranges)
  highlight.priority = 1
  CSS.highlights.set(activeQuoteHighlight, highlight)
}

export function clearQuoteHighlights(): void {
  if (!supportsHighlights()) return
  CSS.highlights.delete(quoteHighlight)
  CSS.highlights.delete(activeQuoteHighlight)
}
