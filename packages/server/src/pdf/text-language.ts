/** Detects from the letters of a text its direction, and the language for screen readers. */
import type { Direction } from './printed.ts'

const rtlPattern = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const letterPattern = /\p{L}/u

/** By the first letter that has a direction; null for a text without letters. */
export function directionOf(text: string): Direction | null {
  const at = text.search(letterPattern)
  if (at === -1) return null
  return rtlPattern.test(text.slice(at, at + 2)) ? 'rtl' : 'ltr'
}

/** Characters examined: enough to be certain, and no more. */
const sampleLength = 4000

const scripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Cyrillic}/gu, 'uk'],
]

/** Short words that are frequent in one language and rare in the others. */
const frequentWords: Readonly<Record<string, string>> = {
  en: 'the of and to is that for with this are you not have was from',
  de: 'der die das und ist nicht ein eine mit den von zu auf für sich',
  fr: 'le la les des et est une dans pour que qui sur pas avec au',
  es: 'el los las una por que con para del se es su como más pero',
  it: 'il di che la gli una per non con sono del della è come anche',
  pt: 'os uma não para com por mais que do da em são como dos foi',
  pl: 'się nie na jest że do to jak czy po oraz przez dla ale jego',
  nl: 'de het een van en is dat niet op te zijn voor met aan ook',
}
const languagesByWord = new Map<string, string[]>()
for (const [language, words] of Object.entries(frequentWords)) {
  for (const word of words.split(' ')) languagesByWord.set(word, [...(languagesByWord.get(word) ?? []), language])
}

/** BCP 47. Guessed by script, then by the most frequent short words; English by default. */
export function languageOf(text: string): string {
  const read = text.slice(0, sampleLength)
  const letters = read.match(/\p{L}/gu)?.length ?? 0
  for (const [script, language] of scripts) {
    const share = (read.match(script)?.length ?? 0) / Math.max(1, letters)
    // A page of Japanese is mostly Han, so a tenth of kana is enough.
    if (share > (language === 'ja' ? 0.1 : 0.4)) return language === 'uk' ? detectSlavic(read) : language
  }
  const votes = new Map<string, number>()
  for (const word of read.toLowerCase().match(/\p{L}+/gu) ?? []) {
    for (const language of languagesByWord.get(word) ?? []) votes.set(language, (votes.get(language) ?? 0) + 1)
  }
  const [best] = [...votes].toSorted(([, one], [, other]) => other - one)
  return best?.[0] ?? 'en'
}

const detectSlavic = (text: string): string => {
  const ukrainian = text.match(/[іїєґ]/giu)?.length ?? 0
  const russian = text.match(/[ыэъё]/giu)?.length ?? 0
  return russian > ukrainian ? 'ru' : 'uk'
}
