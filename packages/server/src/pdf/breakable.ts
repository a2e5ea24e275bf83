/** U+200B: a zero-width position where a line may break. */
export const BREAK_OPPORTUNITY = '\u200b'

const spacePattern = /\s/u
/** Scripts without spaces break anywhere without help; a combining mark must stay with its letter. */
const joinerPattern = /^(?:\p{M}|\u{200d}|\p{Emoji_Modifier})/u

/**
 * Words longer than a line get break opportunities; otherwise they would run off the page. `longest` surely fits; words
 * up to it stay whole, so that text copied from the document is what people wrote.
 */
export function withBreaks(text: string, longest: number): string {
  if (text.length <= longest) return text
  return text.replaceAll(/\S+/gu, (word) => (word.length <= longest ? word : breakWord(word, longest)))
}

function breakWord(word: string, longest: number): string {
  const every = Math.max(1, Math.min(8, Math.floor(longest / 4)))
  let text = ''
  let run = 0
  let before = ''
  for (const letter of word) {
    const isBreakAllowed = run >= every || /[/?&=._\-,;:]/.test(before)
    if (
      isBreakAllowed &&
      text !== '' &&
      !joinerPattern.test(letter) &&
      before !== '\u200d' &&
      !spacePattern.test(letter)
    ) {
      text += BREAK_OPPORTUNITY
      run = 0
    }
    text += letter
    run += 1
    before = letter
  }
  return text
}
