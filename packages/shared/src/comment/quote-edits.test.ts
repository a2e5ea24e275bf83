import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refreshQuote, findQuote, createQuote } from './quote-anchor.rules.ts'
import { anyEdit, EditedNote } from './quote-edits.fixture.ts'

/** Comments of several people, and edits of the note between publishes. */
const histories = fc.record({
  seeds: fc.array(fc.nat(), { minLength: 3, maxLength: 12 }),
  quotes: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }),
  rounds: fc.array(fc.array(anyEdit, { maxLength: 6 }), { minLength: 1, maxLength: 8 }),
  isPublished: fc.boolean(),
  /** Typed text either repeats existing words or consists of new letters. */
  writesNew: fc.boolean(),
})
type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never
/** Alike: the same words, rewritten since. Wrong: other words that were elsewhere when the comment was made. */
type Verdict = 'there' | 'gone' | 'found' | 'alike' | 'wrong'

function judge({ seeds, quotes, rounds, isPublished, writesNew }: History, report: (verdict: Verdict) => void): void {
  const note = new EditedNote(seeds, writesNew)
  const first = note.letters
  let comments = quotes.flatMap((range) => {
    const quote = note.quoteAt(...range)
    if (!quote) return []
    const at = { key: quote.paragraphKey, offset: quote.paragraphTextOffset }
    return { quote, letters: note.lettersAt(at, quote.text.length) }
  })
  for (const edits of rounds) {
    for (const edit of edits) note.edit(edit)
    const texts = note.texts()
    for (const { quote, letters } of comments) {
      report(note.has(letters) ? 'there' : 'gone')
      const location = findQuote(texts, quote)
      if (!location) continue
      const now = note.lettersAt(location, letters.length)
      // A letter moved in between does not make another word.
      const others = now.filter((letter) => letter <= first && !letters.includes(letter))
      report(others.length > letters.length / 2 ? 'wrong' : now.join() === letters.join() ? 'found' : 'alike')
    }
    if (isPublished) comments = comments.map((one) => ({ ...one, quote: refreshQuote(texts, one.quote) }))
  }
}

test('over many edits of a note a comment refers to its own words or to none, and rarely loses them', () => {
  const verdicts = { there: 0, gone: 0, found: 0, alike: 0, wrong: 0 }
  fc.assert(
    fc.property(histories, (history) => {
      judge(history, (verdict) => {
        verdicts[verdict] += 1
        expect(verdict).not.toBe('wrong')
      })
    }),
    // By chance, words can be written beside the neighbours that others lost: about once in 100,000 lookups.
    { numRuns: 300, seed: 6 },
  )
  expect(verdicts.gone).toBeGreaterThan(0)
  expect(verdicts.alike).toBeLessThan(verdicts.there / 50)
  expect(verdicts.found).toBeGreaterThan(verdicts.there * 0.9)
}, 60_000)

test('changes around the words do not add up over several publishes', () => {
  const text = 'Every day, open the gate at noon.'
  const first = createQuote({ key: 'own', text }, text.indexOf('open'), 'open the gate'.length)
  if (!first) throw new Error('no quote')
  const rewritten = 'Whoever has the early shift must open the gate before anything else. Then wait.'
  const renewed = refreshQuote([{ key: 'own', text: rewritten }], first)
  const [head, tail] = ['Whoever has the early shift', ' must open the gate before anything else. Then wait.']
  const split = [
    { key: 'own', text: head },
    { key: 'new', text: tail },
  ]
  expect(findQuote(split, renewed)).toEqual({ key: 'new', offset: tail.indexOf('open') })
  expect(findQuote(split, first)).toBeNull()
  // A quote that is not found stays unchanged and is found again when its words return.
  expect(refreshQuote(split, first)).toBe(first)
})
