import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimateProcessingMs, processingProgress, uploadProgress } from './upload-progress.rules.ts'

const mb = 1_000_000

describe('the estimate of processing', () => {
  test.each([
    [0, 2],
    [56.6, 12],
    [156.4, 24],
    [294.7, 52],
    [980, 73],
  ])('%d MB take %d s, as the table says', (megabytes, seconds) => {
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

  test('is half estimated processing, which stops at 99 until it is finished', () => {
    const at = (elapsedMs: number, isFinished = false) =>
      uploadProgress({
        sent: 1,
        total: 1,
        processing: processingProgress({ bytes: 56.6 * mb, elapsedMs, isFinished }),
      })
    expect([at(0), at(6000), at(12_000), at(86_400_000)]).toEqual([50, 75, 99, 99])
    expect(at(1000, true)).toBe(100)
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
              processing: processingProgress({ bytes: 30 * mb, elapsedMs, isFinished: false }),
            }),
          ),
        ]
        expect(shown).toEqual(shown.toSorted((a, b) => a - b))
      }),
    )
  })
})
