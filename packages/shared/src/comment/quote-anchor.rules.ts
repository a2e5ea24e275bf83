// Where the words of a comment stand now. A comment on a selection keeps the words, the block they stood in and what stood
// around them; the note changes meanwhile and is known only as text. Found are the same words in their own block, or,
// after the block was split, joined or moved, the same words between the same neighbours. What could be other words that
// only read alike is left alone: a comment without a place is told apart at a glance, one at a wrong place is believed.

/** What a comment on a selection keeps. Offsets and lengths are UTF-16 units. */
export type QuoteAnchor = {
  /** The selected words, never empty. */
  readonly text: string
  readonly paragraphKey: string
  /** The whole text of the block when the comment was written. */
  readonly paragraphText: string
  /** Up to {@link QUOTE_CONTEXT} units before the words. */
  readonly paragraphTextBefore: string
  /** Of the words in `paragraphText`. */
  readonly paragraphTextOffset: number
}

/** A block of a note that bears a key, with its plain text. */
export type KeyedText = { readonly key: string; readonly text: string }

/** The words are `text.slice(offset, offset + quote.text.length)` of the block with this key. */
export type QuotePlace = { readonly key: string; readonly offset: number }

/** Units of the neighbourhood that are kept and compared on either side. */
export const QUOTE_CONTEXT = 32
/** Neighbours that must agree before words are believed outside the block they were said in. */
const ENOUGH_NEIGHBOURS = 8
/** As many must agree in another block. */
const MANY_NEIGHBOURS = 16
/** Words so long do not come twice by chance. */
const LONG_QUOTE = 24
/** Words so long, once said in a block, are believed there whatever is written around them. */
const TELLING_QUOTE = 12

type Candidate = QuotePlace & {
  /** Units around the words that are as they were. */
  readonly neighbours: number
  /** The block is another with the very same text, as after it was moved. */
  readonly isWhole: boolean
  /** The block is a part of the one they were said in, as after that was split. */
  readonly isPiece: boolean
  /** Of both sides enough stands as it did. */
  readonly isBetween: boolean
}

/** The quote for words selected in a block; null where nothing is selected or the place lies outside the block. */
export function quoteOf(block: KeyedText, offset: number, length: number): QuoteAnchor | null {
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

/** Where the words stand now; null when they are gone, or can no longer be told from others that read alike. */
export function findQuote(blocks: readonly KeyedText[], quote: QuoteAnchor): QuotePlace | null {
  if (quote.text.trim() === '') return null
  const own = blocks.find(({ key }) => key === quote.paragraphKey)
  const inOwn = own ? placesIn(own, quote) : []
  if (own?.text === quote.paragraphText && inOwn.some(({ offset }) => offset === quote.paragraphTextOffset))
    return { key: own.key, offset: quote.paragraphTextOffset }
  const formerly = occurrences(quote.paragraphText, quote.text)
  const wasAlone = formerly.length === 1
  // As many as there were: the order tells them apart, and much of what is around them may change.
  if (own && inOwn.length === formerly.length) {
    const same = inOwn[formerly.indexOf(quote.paragraphTextOffset)]
    return placeOf(same && isBelieved(own.text, same, quote, wasAlone) ? same : undefined)
  }
  if (inOwn.length > 0) return placeOf(clearlyBest(wasAlone ? inOwn : inOwn.filter(({ isBetween }) => isBetween)))
  const alike = blocks.flatMap((block) => (block === own ? [] : placesIn(block, quote)))
  const elsewhere = alike.filter((one) => one.isWhole || one.isPiece || one.neighbours >= MANY_NEIGHBOURS)
  const isRare = alike.length === 1 && wasAlone && quote.text.length >= LONG_QUOTE
  return placeOf(isRare ? alike[0] : clearlyBest(elsewhere))
}

/**
 * The quote as it would be made now, where its words are found: so that what is written around them from one publish to
 * the next does not add up until they cannot be told any more. Else the very same.
 */
export function anchoredAnew<Quote extends QuoteAnchor>(blocks: readonly KeyedText[], quote: Quote): Quote {
  const place = findQuote(blocks, quote)
  const block = blocks.find(({ key }) => key === place?.key)
  const anew = place && block ? quoteOf(block, place.offset, quote.text.length) : null
  return anew ? { ...quote, ...anew } : quote
}

/** Short words and those said more than once need a neighbour, or a block that was changed in one place, to vouch for them. */
function isBelieved(text: string, same: Candidate, quote: QuoteAnchor, wasAlone: boolean): boolean {
  if (wasAlone && quote.text.length >= TELLING_QUOTE) return true
  if (same.isBetween || same.neighbours >= ENOUGH_NEIGHBOURS) return true
  const former = quote.paragraphText
  const before = commonStart(former, text)
  const after = commonEnd(former.slice(before), text.slice(before))
  if (Math.min(before, after) < ENOUGH_NEIGHBOURS) return false
  const isIn = (end: number, offset: number, length: number) => offset >= before && offset + length <= end
  const length = quote.text.length
  const ends = [former.length - after, text.length - after] as const
  if (quote.paragraphTextOffset + length <= before) return same.offset === quote.paragraphTextOffset
  if (quote.paragraphTextOffset >= ends[0]) return same.offset - quote.paragraphTextOffset === ends[1] - ends[0]
  return isIn(ends[0], quote.paragraphTextOffset, length) && isIn(ends[1], same.offset, length)
}

const placeOf = (found: QuotePlace | undefined): QuotePlace | null =>
  found ? { key: found.key, offset: found.offset } : null

/** The one whose neighbours agree; none where two agree alike, or where too little is left to agree. */
function clearlyBest(candidates: readonly Candidate[]): Candidate | undefined {
  const believed = candidates.filter(({ neighbours, isWhole }) => isWhole || neighbours >= ENOUGH_NEIGHBOURS)
  const [best, next] = believed.toSorted((one, other) => other.neighbours - one.neighbours)
  return best && best.neighbours > (next?.neighbours ?? -1) ? best : undefined
}

function placesIn(block: KeyedText, quote: QuoteAnchor): Candidate[] {
  const before = quote.paragraphTextBefore
  const after = quote.paragraphText.slice(quote.paragraphTextOffset + quote.text.length).slice(0, QUOTE_CONTEXT)
  return occurrences(block.text, quote.text).map((offset) => {
    const agreeingBefore = commonEnd(before, block.text.slice(0, offset))
    const agreeingAfter = commonStart(after, block.text.slice(offset + quote.text.length))
    const isWhole = block.text === quote.paragraphText && offset === quote.paragraphTextOffset
    const isBetween =
      isEnough(agreeingBefore, before.length, offset) &&
      isEnough(agreeingAfter, after.length, block.text.length - offset - quote.text.length)
    const isPiece = isBetween && quote.paragraphText.includes(block.text)
    return { key: block.key, offset, neighbours: agreeingBefore + agreeingAfter, isWhole, isPiece, isBetween }
  })
}

/** Whether of one side so much agrees that the words stand where they stood, be it at the new edge of their block. */
const isEnough = (agreeing: number, kept: number, present: number): boolean =>
  agreeing >= Math.min(ENOUGH_NEIGHBOURS, kept) || (agreeing === present && agreeing >= ENOUGH_NEIGHBOURS / 2)

/** Every place of the words, overlapping ones too. */
function occurrences(text: string, words: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) found.push(at)
  return found
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  for (let length = 0; length < most; length += 1) if (one[length] !== other[length]) return length
  return most
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  for (let length = 0; length < most; length += 1)
    if (one[one.length - 1 - length] !== other[other.length - 1 - length]) return length
  return most
}
