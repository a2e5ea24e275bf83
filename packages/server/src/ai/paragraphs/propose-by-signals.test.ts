import { expect, test } from 'vitest'
import type { Recorded } from '../recording/read-recording.ts'
import { proposeBySignals, shortTitle } from './propose-by-signals.ts'

const quiet: Recorded = { duration: 120_000, spoken: [], words: [], shown: [], steps: [], changes: [] }
const says = (text: string, start: number) => ({ start, end: start + 3000, speaker: null, text })
const starts = (recorded: Partial<Recorded>) =>
  proposeBySignals({ ...quiet, ...recorded }).map(({ title, start }) => [title, start])

test('a long pause begins a paragraph, named by what is said after it', () => {
  const spoken = [says('First we open the valve.', 0), says('Now the pump.', 60_000)]
  const words = spoken.map(({ start, end }) => ({ start, end }))
  expect(starts({ spoken, words })).toEqual([
    ['First we open the valve', 0],
    ['Now the pump', 60_000],
  ])
})

test('a page that is opened begins one, and names it', () => {
  const steps = [{ time: 40_000, kind: 'navigation' as const, title: 'Invoices' }]
  expect(starts({ steps, spoken: [says('Hello.', 0)] })).toEqual([
    ['Hello', 0],
    ['Invoices', 40_000],
  ])
})

test('a click alone does not; together with a change of the picture it does', () => {
  const steps = [{ time: 50_000, kind: 'click' as const, title: 'Save' }]
  expect(starts({ steps })).toEqual([])
  expect(starts({ steps, changes: [50_400] })).toEqual([
    ['Paragraph #1', 0],
    ['Save', 50_000],
  ])
})

test('paragraphs are not closer than ten seconds, and the strongest moments win', () => {
  const steps = Array.from({ length: 60 }, (_, at) => ({
    time: at * 2000,
    kind: at % 15 === 0 ? ('navigation' as const) : ('click' as const),
    title: `Step ${at}`,
  }))
  const found = proposeBySignals({ ...quiet, steps })
  expect(found.map(({ start }) => start)).toEqual([0, 30_000, 60_000])
  for (const [at, { start }] of found.entries())
    if (at > 0) expect(start - (found[at - 1]?.start ?? 0)).toBeGreaterThan(9999)
})

test('without signals, or in a short recording, there is nothing to propose', () => {
  expect(starts({})).toEqual([])
  expect(starts({ duration: 15_000, steps: [{ time: 7000, kind: 'navigation', title: 'Page' }] })).toEqual([])
})

test('long sentences become short titles', () => {
  expect(shortTitle('Here we look at the heartbeat chart of the gateway and count its bars, twice.')).toBe(
    'Here we look at the heartbeat chart of the gateway and…',
  )
})
