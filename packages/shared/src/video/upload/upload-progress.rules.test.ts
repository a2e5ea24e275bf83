import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateProcessingMs, processingProgress, stepProgress, uploadProgress } from './upload-progress.rules.ts'

const mb = 1_000_000
type Step = Parameters<typeof processingProgress>[0]['steps'][number]

describe('the estimate of processing', () => {
  test.each([
    [0, 2],
    [56.6, 12],
    [156.4, 24],
    [294.7, 52],
    [980, 73],
  ])('%d MB take %d s, as in the table', (megabytes, seconds) => {
    expect(estimateProcessingMs(megabytes * mb)).toBe(seconds * 1000)
  })

  test('interpolates linearly between two points', () => {
    expect(estimateProcessingMs(28.3 * mb)).toBe(7000)
    expect(estimateProcessingMs(106.5 * mb)).toBe(18_000)
  })

  test('continues the last slope beyond the table', () => {
    expect(estimateProcessingMs((980 + 685.3) * mb)).toBe(94_000)
  })

  test('never decreases with more bytes', () => {
    fc.assert(
      fc.property(fc.nat(20_000 * mb), fc.nat(20_000 * mb), (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(estimateProcessingMs(less)).toBeLessThanOrEqual(estimateProcessingMs(more))
      }),
    )
  })
})

describe('the progress bar', () => {
  test('is half upload', () => {
    expect(uploadProgress({ sent: 0, total: 100, processing: null })).toBe(0)
    expect(uploadProgress({ sent: 50, total: 100, processing: null })).toBe(25)
    expect(uploadProgress({ sent: 100, total: 100, processing: null })).toBe(50)
    expect(uploadProgress({ sent: 0, total: 0, processing: null })).toBe(0)
  })

  test('leaves room for storing the result, so that no step waits at 99 %', () => {
    expect([-1, 0, 50, 99.7, 100, 250].map(stepProgress)).toEqual([0, 0, 47, 94, 95, 95])
  })

  const at = (elapsedMs: number, remux: Partial<Step> = {}, isFinished = false) =>
    processingProgress({
      bytes: 56.6 * mb,
      elapsedMs,
      isFinished,
      steps: [
        { step: 'probe', status: 'done', progress: 100 },
        { step: 'remux', status: 'running', progress: 0, ...remux },
      ],
    })

  test('is half processing, weighted by step, and reaches 95 only when the last step ends', () => {
    expect(processingProgress({ bytes: mb, elapsedMs: 0, isFinished: false, steps: [] })).toBe(0)
    expect([0, 50, 99].map((progress) => at(0, { progress }))).toEqual([5, 50, 94])
    expect(at(0, { status: 'done', progress: 100 })).toBe(95)
    expect(at(1000, {}, true)).toBe(100)
    expect(uploadProgress({ sent: 1, total: 1, processing: at(0, { progress: 50 }) })).toBe(75)
  })

  test('is estimated up to half of a step that does not report its own progress yet', () => {
    expect([0, 6000, 12_000, 86_400_000].map((elapsed) => at(elapsed))).toEqual([5, 27, 50, 50])
    expect(at(86_400_000, { progress: 80 })).toBe(77)
  })

  test('never goes back during an upload', () => {
    const steps = fc.array(fc.tuple(fc.nat(1000), fc.nat(120_000)), { minLength: 2 })
    fc.assert(
      fc.property(steps, (given) => {
        const sent = given.map(([bytes]) => bytes).toSorted((a, b) => a - b)
        const elapsed = given.map(([, ms]) => ms).toSorted((a, b) => a - b)
        const shown = [
          ...sent.map((bytes) => uploadProgress({ sent: bytes, total: 1000, processing: null })),
          ...elapsed.map((elapsedMs) =>
            uploadProgress({
              sent: 1000,
              total: 1000,
              processing: processingProgress({ bytes: 30 * mb, elapsedMs, isFinished: false, steps: [] }),
            }),
          ),
        ]
        expect(shown).toEqual(shown.toSorted((a, b) => a - b))
      }),
    )
  })
})
