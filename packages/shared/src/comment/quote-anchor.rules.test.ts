import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findQuote, type KeyedText, QUOTE_CONTEXT, type QuoteAnchor, createQuote } from './quote-anchor.rules.ts'

/** A character with an identity, which the shared document knows and its plain text does not. */
type Sign = { readonly char: string; readonly id: number }
type Block = { readonly key: string; readonly signs: readonly Sign[] }

const textOf = ({ key, signs }: Block): KeyedText => ({ key, text: signs.map(({ char }) => char).join('') })

function quoted(text: string, words: string): QuoteAnchor {
  const quote = createQuote({ key: 'own', text }, text.indexOf(words), words.length)
  if (!quote) throw new Error(`'${words}' is not in '${text}'`)
  return quote
}

describe('a quote stores its words', () => {
  test('with the block, its text, up to 32 preceding characters and the offset', () => {
    const text = `${'so it was said by all of them, and then '}the tide turned in the night`
    const quote = quoted(text, 'the tide turned')
    expect(quote).toEqual({
      text: 'the tide turned',
      paragraphKey: 'own',
      paragraphText: text,
      paragraphTextBefore: text.slice(text.indexOf('the tide') - QUOTE_CONTEXT, text.indexOf('the tide')),
      paragraphTextOffset: text.indexOf('the tide'),
    })
  })

  test.each([
    [0, 0],
    [-1, 3],
    [4, 20],
    [5, 1],
  ])('from %i, %i long, nothing is selected', (offset, length) => {
    expect(createQuote({ key: 'own', text: 'seven seas' }, offset, length)).toBeNull()
  })
})

describe('the words of a comment are found', () => {
  const text = 'Turn the valve to the left, then open the gate and wait.'
  const gate = quoted(text, 'open the gate')

  test.each([
    ['where they were', text, text.indexOf('open')],
    ['behind what was written before them', `First of all: ${text}`, text.indexOf('open') + 14],
    ['before what was written behind them', `${text} Then go.`, text.indexOf('open')],
    ['when all around them has changed', 'Now open the gate!', 4],
  ])('%s', (_what, now, offset) => {
    expect(findQuote([{ key: 'own', text: now }], gate)).toEqual({ key: 'own', offset })
  })

  test('in the second half of a block that was split', () => {
    const cut = text.indexOf('then')
    const blocks = [
      { key: 'own', text: text.slice(0, cut) },
      { key: 'new', text: text.slice(cut) },
    ]
    expect(findQuote(blocks, gate)).toEqual({ key: 'new', offset: 5 })
  })

  test('in the block that theirs was merged into', () => {
    expect(findQuote([{ key: 'other', text: `Before all else. ${text}` }], gate)).toEqual({
      key: 'other',
      offset: 17 + text.indexOf('open'),
    })
  })

  test('among equal words by their neighbours', () => {
    const twice = 'Open the gate at noon. Open the gate at night.'
    const second = createQuote({ key: 'own', text: twice }, twice.lastIndexOf('Open the gate'), 13)
    const now = `Every day: ${twice}`
    expect(second && findQuote([{ key: 'own', text: now }], second)).toEqual({
      key: 'own',
      offset: now.lastIndexOf('Open'),
    })
  })
})

describe('of equal words', () => {
  const text = 'Open the door at noon. Close the door at one. Lock the door at two.'
  const second = createQuote({ key: 'own', text }, text.indexOf('the door at one'), 8)
  const offsetIn = (now: string) => second && findQuote([{ key: 'own', text: now }], second)?.offset

  test.each([
    [
      'the same ones are found when all around them is rewritten',
      text.replace('. Close the door at', '; shut the door by'),
    ],
    ['the same ones are found when others are added', `Mind the door. ${text}`],
    ['the same ones are found when others go', text.replace('Open the door at noon. ', '')],
  ])('%s', (_what, now) => {
    expect(offsetIn(now)).toBe(Math.max(now.indexOf('Close the door') + 6, now.indexOf('shut the door') + 5))
  })

  test('none replaces the deleted ones', () => {
    expect(offsetIn(text.replace('Close the door at one. ', ''))).toBeUndefined()
    expect(offsetIn(text.replace(' at noon. Close the door', ''))).toBeUndefined()
  })
})

describe('a comment is orphaned', () => {
  test.each([
    ['when its words are gone', 'Turn the valve to the left and wait.'],
    ['when one letter of them changed', 'Turn the valve to the left, then open the date and wait.'],
  ])('%s', (_what, now) => {
    const quote = quoted('Turn the valve to the left, then open the gate and wait.', 'open the gate')
    expect(findQuote([{ key: 'own', text: now }], quote)).toBeNull()
  })

  test('when only other words in another block match', () => {
    const quote = quoted('Keep the door closed at all times.', 'the door')
    expect(findQuote([{ key: 'else', text: 'Paint the door green.' }], quote)).toBeNull()
  })

  test('when two passages match equally', () => {
    const quote = quoted('Close it now.', 'Close it')
    const copies = ['one', 'two'].map((key) => ({ key, text: 'Close it now.' }))
    expect(findQuote(copies, quote)).toBeNull()
  })
})

type Edit =
  | { readonly kind: 'insert' | 'cut'; readonly at: number; readonly words: number }
  | { readonly kind: 'split' | 'join' | 'move'; readonly at: number }

const edits = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constantFrom('insert' as const, 'cut' as const),
      at: fc.nat(),
      words: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ kind: fc.constantFrom('split' as const, 'join' as const, 'move' as const), at: fc.nat() }),
  ),
  { maxLength: 12 },
)

/** A note in which no letter repeats, so that equal words are the same words. */
function writer() {
  let signs = 0
  let keys = 0
  const sign = (char?: string): Sign => ({ id: (signs += 1), char: char ?? String.fromCodePoint(0x4e_00 + signs) })
  const write = (count: number): Sign[] => Array.from({ length: count }, () => [sign(), sign(), sign(' ')]).flat()
  const key = () => `k${(keys += 1)}`
  return { write, key, block: (count: number): Block => ({ key: key(), signs: write(count) }) }
}

/** Whole words of a block: [offset, length]. */
function selected({ signs }: Block, where: number, length: number): [offset: number, length: number] {
  const ends = signs.flatMap(({ char }, index) => (char === ' ' ? [index] : []))
  const first = where % ends.length
  const offset = first === 0 ? 0 : (ends[first - 1] ?? 0) + 1
  const end = ends[first + (length % (ends.length - first))] ?? signs.length
  return [offset, end - offset]
}

function edited(blocks: readonly Block[], edit: Edit, { write, key }: ReturnType<typeof writer>): Block[] {
  const index = edit.at % blocks.length
  const block = blocks[index]
  if (!block) return [...blocks]
  const { signs } = block
  const at = edit.at % (signs.length + 1)
  const put = (...now: Block[]) => [...blocks.slice(0, index), ...now, ...blocks.slice(index + 1)]
  switch (edit.kind) {
    case 'insert':
      return put({ ...block, signs: [...signs.slice(0, at), ...write(edit.words), ...signs.slice(at)] })
    case 'cut':
      return put({ ...block, signs: [...signs.slice(0, at), ...signs.slice(at + edit.words * 3)] })
    case 'split':
      return put({ ...block, signs: signs.slice(0, at) }, { key: key(), signs: signs.slice(at) })
    case 'join': {
      const next = blocks[index + 1]
      if (!next) return [...blocks]
      return [...blocks.slice(0, index), { ...block, signs: [...signs, ...next.signs] }, ...blocks.slice(index + 2)]
    }
    case 'move':
      return [...put(), block]
  }
}

test('after any edits, a comment refers to its own words or to none', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(), fc.nat(), edits, (count, where, length, changes) => {
      const hand = writer()
      let blocks = Array.from({ length: count }, () => hand.block(12))
      const chosen = blocks[where % count]
      if (!chosen) return
      const [offset, size] = selected(chosen, where, length)
      const quote = createQuote(textOf(chosen), offset, size)
      if (!quote) return
      const letters = (signs: readonly Sign[]) => signs.filter(({ char }) => char !== ' ').map(({ id }) => id)
      const ids = letters(chosen.signs.slice(offset, offset + size))
      for (const change of changes) blocks = edited(blocks, change, hand)
      const location = findQuote(blocks.map(textOf), quote)
      if (!location) return
      const found =
        blocks.find(({ key }) => key === location.key)?.signs.slice(location.offset, location.offset + size) ?? []
      expect(found.map(({ char }) => char).join('')).toBe(quote.text)
      expect(letters(found)).toEqual(ids)
    }),
    { numRuns: 3000 },
  )
})

test('while its words and their block are intact, a comment on a few words is never lost', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.nat(),
      fc.array(fc.record({ at: fc.nat(), words: fc.integer({ min: 1, max: 3 }) })),
      (where, length, inserts) => {
        const hand = writer()
        let block = hand.block(10)
        const [offset, size] = selected(block, where, length)
        const quote = createQuote(textOf(block), offset, size)
        if (!quote || size < 12) return
        const ids = new Set(block.signs.slice(offset, offset + size).map(({ id }) => id))
        for (const { at, words } of inserts) {
          const index = at % (block.signs.length + 1)
          const isInside = ids.has(block.signs[index - 1]?.id ?? -1) && ids.has(block.signs[index]?.id ?? -1)
          if (!isInside) block = { ...block, signs: block.signs.toSpliced(index, 0, ...hand.write(words)) }
        }
        expect(findQuote([textOf(block)], quote)).not.toBeNull()
      },
    ),
  )
})
