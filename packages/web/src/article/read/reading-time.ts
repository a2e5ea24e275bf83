/** Words per minute that people read on a screen, and the equivalent for scripts without spaces between words. */
const wordsPerMinute = 220
const charactersPerMinute = 500

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu

/** Whole minutes, at least one; 0 if there is nothing to read. Takes the HTML of all tabs. */
export function readingMinutes(texts: readonly string[]): number {
  const text = texts
    .join(' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&[#\w]+;/g, ' ')
  const characters = text.match(unspacedScripts)?.length ?? 0
  const words = text.replaceAll(unspacedScripts, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (words + characters === 0) return 0
  return Math.max(1, Math.round(words / wordsPerMinute + characters / charactersPerMinute))
}
