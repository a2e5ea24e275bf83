import {
  refreshQuote,
  findQuote,
  type KeyedText,
  type QuoteAnchor,
  type QuoteLocation,
} from '@knowreel/shared/comment/quote-anchor.rules.ts'

type TrackedQuote = {
  readonly stored: QuoteAnchor
  readonly current: QuoteAnchor
  readonly location: QuoteLocation | null
}

/**
 * Follows the words of comments through a note during editing. Little changes between two reads, so it finds words that
 * a comparison with the original quote would lose; the stored quote is not changed.
 */
export class QuoteTracker {
  #texts: readonly KeyedText[] = []
  readonly #tracked = new Map<string, TrackedQuote>()

  /** Replaces the tracked quotes, keyed by comment id. */
  setQuotes(quotes: ReadonlyMap<string, QuoteAnchor>): void {
    for (const id of this.#tracked.keys()) if (!quotes.has(id)) this.#tracked.delete(id)
    for (const [id, stored] of quotes) {
      const known = this.#tracked.get(id)
      if (known && isSameAnchor(known.stored, stored)) continue
      this.#tracked.set(id, this.#locate({ stored, current: stored, location: null }))
    }
  }

  /** Reads the current state of the note. */
  setTexts(texts: readonly KeyedText[]): void {
    const changed = changedTexts(this.#texts, texts)
    this.#texts = texts
    if (changed.length === 0) return
    for (const [id, one] of this.#tracked) {
      // Changes to texts that do not contain the words cannot have added or removed them.
      if (changed.some((text) => text.includes(one.stored.text))) this.#tracked.set(id, this.#locate(one))
    }
  }

  locationOf = (id: string): QuoteLocation | null => this.#tracked.get(id)?.location ?? null

  #locate({ stored, current }: TrackedQuote): TrackedQuote {
    for (const quote of current === stored ? [stored] : [current, stored]) {
      const location = findQuote(this.#texts, quote)
      if (location) return { stored, current: refreshQuote(this.#texts, quote), location }
    }
    return { stored, current, location: null }
  }
}

const isSameAnchor = (one: QuoteAnchor, other: QuoteAnchor): boolean =>
  one.text === other.text &&
  one.paragraphKey === other.paragraphKey &&
  one.paragraphTextOffset === other.paragraphTextOffset &&
  one.paragraphText === other.paragraphText

/** Texts that disappeared and texts that were added. */
function changedTexts(former: readonly KeyedText[], now: readonly KeyedText[]): string[] {
  const left = new Map(former.map(({ key, text }) => [key, text]))
  const changed: string[] = []
  for (const { key, text } of now) {
    const before = left.get(key)
    left.delete(key)
    if (before === text) continue
    changed.push(text)
    if (before !== undefined) changed.push(before)
  }
  return [...changed, ...left.values()]
}
