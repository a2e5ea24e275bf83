import {
  findQuote,
  createQuote,
  type KeyedText,
  type QuoteAnchor,
} from '@knowreel/shared/comment/quote-anchor.rules.ts'
import { describe, expect, test } from 'vitest'
import { QuoteTracker } from './quote-tracker.ts'

const words = 'open the gate'
const begun: KeyedText = { key: 'own', text: `Every day, ${words} at noon.` }

function quoted({ key, text }: KeyedText): QuoteAnchor {
  const quote = createQuote({ key, text }, text.indexOf(words), words.length)
  if (!quote) throw new Error(`'${words}' is not in '${text}'`)
  return quote
}
function followed(...blocks: KeyedText[]): QuoteTracker {
  const tracker = new QuoteTracker()
  tracker.setTexts(blocks)
  tracker.setQuotes(new Map([['id', quoted(begun)]]))
  return tracker
}

describe('the words of a comment', () => {
  test('are found in an opened note, whichever loads first', () => {
    const early = new QuoteTracker()
    early.setQuotes(new Map([['id', quoted(begun)]]))
    expect(early.locationOf('id')).toBeNull()
    early.setTexts([begun])
    expect([early, followed(begun)].map((tracker) => tracker.locationOf('id'))).toEqual([
      { key: 'own', offset: 11 },
      { key: 'own', offset: 11 },
    ])
  })

  test('are followed through small changes that together rewrite the block', () => {
    const tracker = followed(begun)
    const rewritten = { key: 'own', text: `Whoever has the early shift must ${words} before anything else. Then wait.` }
    tracker.setTexts([rewritten])
    const halves = [
      { key: 'own', text: 'Whoever has the early shift' },
      { key: 'new', text: ` must ${words} before anything else. Then wait.` },
    ]
    tracker.setTexts(halves)
    expect(tracker.locationOf('id')).toEqual({ key: 'new', offset: 6 })
    expect(findQuote(halves, quoted(begun))).toBeNull()
  })

  test('are lost once they are deleted, and found again after undo', () => {
    const tracker = followed(begun)
    tracker.setTexts([{ key: 'own', text: 'Every day at noon.' }])
    expect(tracker.locationOf('id')).toBeNull()
    tracker.setTexts([begun])
    expect(tracker.locationOf('id')).toEqual({ key: 'own', offset: 11 })
  })

  test('are not searched again if no change touched them', () => {
    const tracker = followed(begun, { key: 'else', text: 'Nothing.' })
    const before = tracker.locationOf('id')
    tracker.setTexts([begun, { key: 'else', text: 'Something.' }])
    expect(tracker.locationOf('id')).toBe(before)
  })

  test('are dropped with their comment, and searched again if the quote changes', () => {
    const tracker = followed(begun)
    tracker.setQuotes(new Map())
    expect(tracker.locationOf('id')).toBeNull()
    const moved = { key: 'new', text: `Now ${words}.` }
    tracker.setTexts([moved])
    tracker.setQuotes(new Map([['id', quoted(moved)]]))
    expect(tracker.locationOf('id')).toEqual({ key: 'new', offset: 4 })
  })
})
