export type FindOptions = {
  readonly isCaseSensitive: boolean
  readonly isWholeWord: boolean
}

/** Start and end in the original text, in UTF-16 units. */
export type Match = { readonly from: number; readonly to: number }

/** Text normalised for comparison, and the position of each of its characters in the original text. */
type Folded = { readonly text: string; readonly offsets: readonly number[] | null }

// oxlint-disable-next-line no-control-regex
const asciiOnly = /^[\u0000-\u007f]*$/
const combiningMarks = /\p{M}/gu
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u

function fold(text: string, isCaseKept: boolean): Folded {
  const simple = isCaseKept ? text : text.toLowerCase()
  if (asciiOnly.test(text)) return { text: simple, offsets: null }
  const offsets: number[] = []
  let folded = ''
  let at = 0
  for (const sign of text) {
    const bare = sign.normalize('NFD').replaceAll(combiningMarks, '')
    const next = isCaseKept ? bare : bare.toLowerCase()
    for (let unit = 0; unit < next.length; unit += 1) offsets.push(at)
    folded += next
    at += sign.length
  }
  offsets.push(at)
  return { text: folded, offsets }
}

/** Matches of the words in the text, ignoring accents; matches do not overlap. */
export function findMatches(text: string, words: string, { isCaseSensitive, isWholeWord }: FindOptions): Match[] {
  const wanted = fold(words, isCaseSensitive).text
  if (wanted === '') return []
  const { text: folded, offsets } = fold(text, isCaseSensitive)
  const found: Match[] = []
  let at = folded.indexOf(wanted)
  while (at !== -1) {
    const end = at + wanted.length
    const isMatch =
      !isWholeWord || (!isInsideWord(folded, at - 1, wanted[0]) && !isInsideWord(folded, end, wanted.at(-1)))
    if (isMatch) found.push({ from: offsets?.[at] ?? at, to: offsets ? matchEnd(text, offsets, end) : end })
    at = folded.indexOf(wanted, isMatch ? end : at + 1)
  }
  return found
}

/** There is no word boundary only if both sides of the edge are letters. */
const isInsideWord = (text: string, index: number, edge: string | undefined): boolean =>
  edge !== undefined && wordCharacter.test(edge) && wordCharacter.test(text[index] ?? '')

/** Combining accents after the last letter belong to it. */
function matchEnd(text: string, offsets: readonly number[], end: number): number {
  let offset = offsets[end] ?? text.length
  if (offset === offsets[end - 1]) offset += 1
  return offset
}
