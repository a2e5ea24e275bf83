/** At most this many characters, and an ellipsis. A letter with its marks counts as one character, as does an emoji. */
export function shorten(text: string, maximum: number): string {
  // In any writing, a character is at least one code unit.
  if (text.length <= maximum) return text
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  return characters.length > maximum ? `${characters.slice(0, maximum).join('').trimEnd()}…` : text
}
