/**
 * How text becomes search terms, for the index and for queries alike, in any script and without knowing the language:
 *
 * - Words of scripts with spaces are folded (width, case, accents). Beside the whole word there are stems, so that other
 *   forms of the word match; long words have one for each of their parts, so that parts of compounds match.
 * - Chinese, Japanese, Korean, Thai and similar scripts become pairs of characters.
 * - A pictogram is a word.
 *
 * Figures behind the rules: docs/decisions/0190-search-index.md.
 */

/** A stem differs from a whole word by its first character, which no word has. */
export const STEM_MARK = '~'
const maxWordLength = 60
const stemLength = 5
/** From this length, a word may be a compound. */
const minCompoundLength = 10

const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Thai}' +
  '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc\\uff70\\uff9e\\uff9f'
/** Begins with a letter of a script that is written without spaces between words. */
export const unspacedPattern = new RegExp(`^[${unspacedScripts}]`, 'u')
const tokenPattern = new RegExp(
  `(?<unspaced>[${unspacedScripts}][${unspacedScripts}\\p{M}]*)` +
    `|(?<word>(?:(?![${unspacedScripts}])[\\p{L}\\p{N}]\\p{M}*)+` +
    // Parts joined by an apostrophe, hyphen or dot are also found as one word: don’t, e-mail, U.S.A.
    `(?:['’ʼ‘\\u00ad\\u2010\\u2011.-](?:(?![${unspacedScripts}])[\\p{L}\\p{N}]\\p{M}*)+)*)` +
    '|(?<pictogram>\\p{Extended_Pictographic})',
  'gu',
)
const joiners = /['’ʼ‘\u00ad\u2010\u2011.-]+/u
const joinerRuns = /['’ʼ‘\u00ad\u2010\u2011.-]+/gu

/** Marks that people leave out when they type: accents, Arabic harakat, Hebrew niqqud. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/g
const sameLetters: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h',
  ى: 'ي', ة: 'ه', ٱ: 'ا', ـ: '', ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ', ς: 'σ',
} // prettier-ignore
const sameLettersPattern = new RegExp(`[${Object.keys(sameLetters).join('')}]`, 'g')

const unfoldedPattern = /[^\x20-\x7e]/

/** Text in the form in which words are compared. */
export const foldText = (text: string): string => (unfoldedPattern.test(text) ? foldLetters(text) : text.toLowerCase())

const foldLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(optionalMarks, '')
    .normalize('NFC')
    .replace(sameLettersPattern, (letter) => sameLetters[letter] ?? letter)

export type SearchToken = {
  /** UTF-16 offsets in the text. */
  readonly start: number
  readonly end: number
  /** Counts words, and characters of scripts without spaces. */
  readonly position: number
  /** Folded. */
  readonly term: string
  readonly kind: 'word' | 'pair' | 'pictogram'
  /** A word that is part of a joined one, or the joined one. */
  readonly joined?: 'part' | 'whole'
}

/** The terms of a text without their stems, in their order. */
export function tokenize(text: string): SearchToken[] {
  const tokens: SearchToken[] = []
  let position = 1
  for (const match of text.matchAll(tokenPattern)) {
    const found = match[0]
    const start = match.index
    if (match.groups?.['unspaced'] !== undefined) {
      position = addPairs(tokens, found, start, position)
      continue
    }
    if (match.groups?.['pictogram'] !== undefined) {
      tokens.push({ start, end: start + found.length, position: position++, term: found, kind: 'pictogram' })
      continue
    }
    position = addWord(tokens, found, start, position)
  }
  return tokens
}

function addWord(tokens: SearchToken[], found: string, start: number, first: number): number {
  const kind = 'word'
  const whole = toTerm(found.replaceAll(joinerRuns, ''))
  // It consists of marks only, such as an isolated Arabic shadda.
  if (whole === '') return first
  if (!joiners.test(found)) {
    tokens.push({ start, end: start + found.length, position: first, term: whole, kind })
    return first + 1
  }
  tokens.push({ start, end: start + found.length, position: first, term: whole, kind, joined: 'whole' })
  let position = first
  let offset = start
  for (const part of found.split(joinerRuns)) {
    const at = start + found.indexOf(part, offset - start)
    offset = at + part.length
    const term = toTerm(part)
    if (term !== '') tokens.push({ start: at, end: offset, position: position++, term, kind, joined: 'part' })
  }
  return position
}

const toTerm = (word: string): string => foldText(word).slice(0, maxWordLength)

/** Each character with its successor; the last one alone, so that every single character is the beginning of a term. */
function addPairs(tokens: SearchToken[], run: string, start: number, first: number): number {
  const characters = splitCharacters(run)
  characters.forEach((character, index) => {
    const next = characters[index + 1]
    tokens.push({
      start: start + character.start,
      end: start + (next ?? character).end,
      position: first + index,
      term: character.folded + (next?.folded ?? ''),
      kind: 'pair',
    })
  })
  return first + characters.length
}

/** Half-width sound marks belong to the character before them. */
const characterPattern = /[\s\S][\uff9e\uff9f\p{M}]*/gu

const splitCharacters = (run: string) =>
  Array.from(run.matchAll(characterPattern), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    folded: foldText(found),
  })).filter(({ folded }) => folded !== '')

const semitic = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u
export const isSemitic = (word: string): boolean => semitic.test(word)
const arabicPrefix = /^(?:[وف]?(?:ال|بال|كال|لل)|[وفبكل])(?=.{3})/u
const arabicSuffix = /(?<=.{3})(?:ها|ان|ات|ون|ين|يه|كم|هم|نا|ه|ي|ا)$/u
const hebrewPrefix = /^[והבלמשכ](?=.{3})/u
const hebrewSuffix = /(?<=.{3})(?:ימ|ות|יה|ה|ת|י)$/u

/** Stems under which a word of a text is found. */
export function stemsOf(word: string): string[] {
  if (semitic.test(word)) return semiticStems(word)
  const letters = [...word]
  const stems = new Set(shortForms(letters))
  if (letters.length >= minCompoundLength)
    for (let from = 1; from + stemLength <= letters.length; from++)
      stems.add(letters.slice(from, from + stemLength).join(''))
  return [...stems].map((stem) => STEM_MARK + stem)
}

/** Stems that a word of a query looks for; any of them counts. */
export function queryStemsOf(word: string): string[] {
  if (semitic.test(word)) return semiticStems(word)
  return shortForms([...word]).map((stem) => STEM_MARK + stem)
}

/** The word with each two neighbouring letters exchanged: how it is meant if two were typed in the wrong order. */
export function transpositionsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).flatMap((letter, index) => {
    const before = letters[index] ?? ''
    return letter === before ? [] : [[...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('')]
  })
}

/** The beginning of a long word; a short one without its last letter. Numbers have no other forms. */
function shortForms(letters: readonly string[]): string[] {
  if (letters.length < 3 || /\p{N}/u.test(letters.join(''))) return []
  if (letters.length > stemLength) return [letters.slice(0, stemLength).join('')]
  const whole = letters.join('')
  return letters.length === 3 ? [whole] : [whole, letters.slice(0, -1).join('')]
}

/** Articles, prepositions and endings are written together with the word. */
function semiticStems(word: string): string[] {
  if (word.length < 3) return []
  const isArabic = /\p{Script=Arabic}/u.test(word)
  const [prefix, suffix] = isArabic ? [arabicPrefix, arabicSuffix] : [hebrewPrefix, hebrewSuffix]
  const stems = new Set<string>()
  // Letters in front and at the end can also belong to the word. Hebrew puts up to three words in front.
  let form = word
  for (let stripped = 0; stripped <= (isArabic ? 1 : 3); stripped += 1) {
    for (const stem of [form, form.replace(suffix, '')]) stems.add(stem)
    form = form.replace(prefix, '')
  }
  return [...stems].map((stem) => STEM_MARK + stem.slice(0, stemLength))
}

export const isUnspaced = (text: string): boolean => unspacedPattern.test(text)
