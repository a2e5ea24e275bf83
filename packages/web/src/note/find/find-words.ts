export type FindOptions = {
  readonly isCaseKept: boolean
  readonly isWholeWord: boolean
}

/** From and to in the text as it was given, in UTF-16 units. */
export type Found = { readonly from: number; readonly to: number }

/** Text as it is compared, and where each of its letters stands in the text that was given. */
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

/** Where the words stand in the text, without regard to accents; places do not overlap. */
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

/** A word ends only where a letter stands on both sides of its edge. */
const isLetter = (text: string, index: number, edge: string | undefined): boolean =>
  edge !== undefined && letter.test(edge) && letter.test(text[index] ?? '')

/** Accents that follow the last letter as signs of their own belong to it. */
function endOf(text: string, places: readonly number[], end: number): number {
  let place = places[end] ?? text.length
  if (place === places[end - 1]) place += 1
  return place
}
