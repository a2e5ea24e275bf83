export type FindOptions = {
  readonly isCaseKept: boolean
  readonly isWholeWord: boolean
}

/** Start and end in the original text, in UTF-16 units. */
export type Found = { readonly from: number; readonly to: number }

/** Text normalised for comparison, and the position of each of its characters in the original text. */
type Folded = { readonly text: string; readonly places: readonly number[] | null }

// oxlint-disable-next-line no-control-regex
const plain = /^[\u0000-\u007f]*$/
const accents = /\p{M}/gu
const letter = /[\p{L}\p{M}\p{N}_]/u

function fold(text: string, isCaseKept: boolean): Folded {
  const simple = isCaseKept ? text : text.toLowerCase()
  if (plain.test(text)) return { text: simple, places: null }
  const places: number[] = []
  let folded = ''
  let at = 0
  for (const sign of text) {
    const bare = sign.normalize('NFD').replaceAll(accents, '')
    const next = isCaseKept ? bare : bare.toLowerCase()
    for (let unit = 0; unit < next.length; unit += 1) places.push(at)
    folded += next
    at += sign.length
  }
  places.push(at)
  return { text: folded, places }
}

/** Matches of the words in the text, ignoring accents; matches do not overlap. */
export function findWords(text: string, words: string, { isCaseKept, isWholeWord }: FindOptions): Found[] {
  const wanted = fold(words, isCaseKept).text
  if (wanted === '') return []
  const { text: folded, places } = fold(text, isCaseKept)
  const found: Found[] = []
  let at = folded.indexOf(wanted)
  while (at !== -1) {
    const end = at + wanted.length
    const isTaken = !isWholeWord || (!isLetter(folded, at - 1, wanted[0]) && !isLetter(folded, end, wanted.at(-1)))
    if (isTaken) found.push({ from: places?.[at] ?? at, to: places ? endOf(text, places, end) : end })
    at = folded.indexOf(wanted, isTaken ? end : at + 1)
  }
  return found
}

/** There is no word boundary only if both sides of the edge are letters. */
const isLetter = (text: string, index: number, edge: string | undefined): boolean =>
  edge !== undefined && letter.test(edge) && letter.test(text[index] ?? '')

/** Combining accents after the last letter belong to it. */
function endOf(text: string, places: readonly number[], end: number): number {
  let place = places[end] ?? text.length
  if (place === places[end - 1]) place += 1
  return place
}
