// Locates the words of a comment. A comment on a selection stores the words, their block and the surrounding text; the
// note changes in the meantime and is known only as text. The same words are found in their own block or, after the
// block was split, merged or moved, between the same neighbours. Ambiguous matches are rejected: readers recognise an
// orphaned comment at a glance, but believe one at a wrong position.

/** The stored quote of a comment. Offsets and lengths are UTF-16 units. */
export type QuoteAnchor = {
  /** The selected words, never empty. */
  readonly text: string
  readonly paragraphKey: string
  /** The full text of the block when the comment was written. */
  readonly paragraphText: string
  /** Up to {@link QUOTE_CONTEXT} units before the words. */
  readonly paragraphTextBefore: string
  /** Offset of the words in `paragraphText`. */
  readonly paragraphTextOffset: number
}

/** A block of a note with its key and plain text. */
export type KeyedText = { readonly key: string; readonly text: string }

/** The words are `text.slice(offset, offset + quote.text.length)` of the block with this key. */
export type QuoteLocation = { readonly key: string; readonly offset: number }

/** Units stored and compared on either side of the words. */
export const QUOTE_CONTEXT = 32
/** Matching neighbours required outside the original block. */
const MIN_MATCHING_CONTEXT = 8
/** Matching neighbours required in another block. */
const MIN_CONTEXT_IN_OTHER_BLOCK = 16
/** Words of this length do not repeat by chance. */
const LONG_QUOTE = 24
/** Words of this length, unique in their block, match whatever surrounds them. */
const DISTINCTIVE_QUOTE = 12

type Candidate = QuoteLocation & {
  /** Unchanged units around the words. */
  readonly matchingContext: number
  /** The block is another one with identical text, for example after a move. */
  readonly isSameText: boolean
  /** The block is a part of the original one, for example after a split. */
  readonly isPartOfOriginal: boolean
  /** Enough of both sides is unchanged. */
  readonly matchesBothSides: boolean
}

/** The quote of a selection in a block; null if nothing is selected or the range is outside the block. */
export function createQuote(block: KeyedText, offset: number, length: number): QuoteAnchor | null {
  const text = block.text.slice(offset, offset + length)
  if (offset < 0 || length <= 0 || text.length !== length || text.trim() === '') return null
  return {
    text,
    paragraphKey: block.key,
    paragraphText: block.text,
    paragraphTextBefore: block.text.slice(Math.max(0, offset - QUOTE_CONTEXT), offset),
    paragraphTextOffset: offset,
  }
}

/** The current location of the words; null if they are gone or ambiguous. */
export function findQuote(blocks: readonly KeyedText[], quote: QuoteAnchor): QuoteLocation | null {
  if (quote.text.trim() === '') return null
  const own = blocks.find(({ key }) => key === quote.paragraphKey)
  const inOwn = own ? locationsIn(own, quote) : []
  if (own?.text === quote.paragraphText && inOwn.some(({ offset }) => offset === quote.paragraphTextOffset))
    return { key: own.key, offset: quote.paragraphTextOffset }
  const formerly = occurrences(quote.paragraphText, quote.text)
  const wasAlone = formerly.length === 1
  // The count is unchanged: their order identifies them, whatever changed around them.
  if (own && inOwn.length === formerly.length) {
    const same = inOwn[formerly.indexOf(quote.paragraphTextOffset)]
    return locationOf(same && isLikely(own.text, same, quote, wasAlone) ? same : undefined)
  }
  if (inOwn.length > 0)
    return locationOf(findBestCandidate(wasAlone ? inOwn : inOwn.filter(({ matchesBothSides }) => matchesBothSides)))
  const alike = blocks.flatMap((block) => (block === own ? [] : locationsIn(block, quote)))
  const elsewhere = alike.filter(
    (one) => one.isSameText || one.isPartOfOriginal || one.matchingContext >= MIN_CONTEXT_IN_OTHER_BLOCK,
  )
  const isRare = alike.length === 1 && wasAlone && quote.text.length >= LONG_QUOTE
  return locationOf(isRare ? alike[0] : findBestCandidate(elsewhere))
}

/**
 * The quote updated to the current surroundings of its words, so that small changes do not add up over several
 * publishes until the words are ambiguous. Returns the same object if the words are not found.
 */
export function refreshQuote<Quote extends QuoteAnchor>(blocks: readonly KeyedText[], quote: Quote): Quote {
  const location = findQuote(blocks, quote)
  const block = blocks.find(({ key }) => key === location?.key)
  const anew = location && block ? createQuote(block, location.offset, quote.text.length) : null
  return anew ? { ...quote, ...anew } : quote
}

/** Short or repeated words need a matching neighbour, or a block that has only one change. */
function isLikely(text: string, same: Candidate, quote: QuoteAnchor, wasAlone: boolean): boolean {
  if (wasAlone && quote.text.length >= DISTINCTIVE_QUOTE) return true
  if (same.matchesBothSides || same.matchingContext >= MIN_MATCHING_CONTEXT) return true
  const former = quote.paragraphText
  const before = commonPrefixLength(former, text)
  const after = commonSuffixLength(former.slice(before), text.slice(before))
  if (Math.min(before, after) < MIN_MATCHING_CONTEXT) return false
  const isIn = (end: number, offset: number, length: number) => offset >= before && offset + length <= end
  const length = quote.text.length
  const ends = [former.length - after, text.length - after] as const
  if (quote.paragraphTextOffset + length <= before) return same.offset === quote.paragraphTextOffset
  if (quote.paragraphTextOffset >= ends[0]) return same.offset - quote.paragraphTextOffset === ends[1] - ends[0]
  return isIn(ends[0], quote.paragraphTextOffset, length) && isIn(ends[1], same.offset, length)
}

const locationOf = (found: QuoteLocation | undefined): QuoteLocation | null =>
  found ? { key: found.key, offset: found.offset } : null

/** The candidate with the most matching neighbours; undefined on a tie or if too few match. */
function findBestCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  const believed = candidates.filter(
    ({ matchingContext, isSameText }) => isSameText || matchingContext >= MIN_MATCHING_CONTEXT,
  )
  const [best, next] = believed.toSorted((one, other) => other.matchingContext - one.matchingContext)
  return best && best.matchingContext > (next?.matchingContext ?? -1) ? best : undefined
}

function locationsIn(block: KeyedText, quote: QuoteAnchor): Candidate[] {
  const before = quote.paragraphTextBefore
  const after = quote.paragraphText.slice(quote.paragraphTextOffset + quote.text.length).slice(0, QUOTE_CONTEXT)
  return occurrences(block.text, quote.text).map((offset) => {
    const agreeingBefore = commonSuffixLength(before, block.text.slice(0, offset))
    const agreeingAfter = commonPrefixLength(after, block.text.slice(offset + quote.text.length))
    const isWhole = block.text === quote.paragraphText && offset === quote.paragraphTextOffset
    const isBetween =
      hasEnoughContext(agreeingBefore, before.length, offset) &&
      hasEnoughContext(agreeingAfter, after.length, block.text.length - offset - quote.text.length)
    const isPiece = isBetween && quote.paragraphText.includes(block.text)
    return {
      key: block.key,
      offset,
      matchingContext: agreeingBefore + agreeingAfter,
      isSameText: isWhole,
      isPartOfOriginal: isPiece,
      matchesBothSides: isBetween,
    }
  })
}

/** Whether enough of one side matches, also at a new edge of the block. */
const hasEnoughContext = (agreeing: number, kept: number, present: number): boolean =>
  agreeing >= Math.min(MIN_MATCHING_CONTEXT, kept) || (agreeing === present && agreeing >= MIN_MATCHING_CONTEXT / 2)

/** All occurrences of the words, including overlapping ones. */
function occurrences(text: string, words: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found.push(at)
  return found
}

function commonPrefixLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  for (let length = 0; length < most; length += 1) if (one[length] !== other[length]) return length
  return most
}

function commonSuffixLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  for (let length = 0; length < most; length += 1)
    if (one[one.length - 1 - length] !== other[other.length - 1 - length]) return length
  return most
}
