import { describe, expect, it } from 'vitest'
import { encodeLogo, fitSize, hasTransparentPixel, logoSteps, type LogoStep } from './logo-compression.ts'

it('a logo is at most 1200 px wide and never enlarged', () => {
  expect(fitSize({ width: 2400, height: 801 })).toEqual({ width: 1200, height: 401 })
  expect(fitSize({ width: 1200, height: 5000 })).toEqual({ width: 1200, height: 5000 })
  expect(fitSize({ width: 40, height: 20 })).toEqual({ width: 40, height: 20 })
  expect(fitSize({ width: 100_000, height: 1 })).toEqual({ width: 1200, height: 1 })
})

it('the quality decreases from 0.9 to 0.1', () => {
  const qualities = [...logoSteps(false)].map(({ quality }) => quality)
  expect(qualities).toEqual([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
})

it('a picture with transparency stays a PNG', () => {
  expect(new Set([...logoSteps(true)].map(({ type }) => type))).toEqual(new Set(['image/png']))
})

describe('the picture that is sent', () => {
  const encode = (sizeOf: (step: LogoStep) => number) => {
    const tried: LogoStep[] = []
    return {
      tried,
      run: async (step: LogoStep) => {
        tried.push(step)
        return { size: sizeOf(step), step }
      },
    }
  }

  it('is the first of about 50 kB', async () => {
    const { tried, run } = encode(({ quality }) => quality * 100_000)
    expect(await encodeLogo(false, run)).toMatchObject({ size: 50_000, step: { quality: 0.5 } })
    expect(tried).toHaveLength(5)
  })

  it('is the smallest if none is small enough', async () => {
    const { tried, run } = encode(({ quality }) => 900_000 - quality * 1000)
    expect(await encodeLogo(false, run)).toMatchObject({ step: { quality: 0.9 } })
    expect(tried).toHaveLength(9)
  })

  it('is the first one tried if that is small', async () => {
    const { tried, run } = encode(() => 900)
    expect(await encodeLogo(true, run)).toMatchObject({ step: { type: 'image/png', scale: 1 } })
    expect(tried).toHaveLength(1)
  })
})

it('transparency is detected in any pixel', () => {
  expect(hasTransparentPixel(new Uint8ClampedArray([1, 2, 3, 255, 4, 5, 6, 255]))).toBe(false)
  expect(hasTransparentPixel(new Uint8ClampedArray([1, 2, 3, 255, 4, 5, 6, 254]))).toBe(true)
})
