import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { currencyDecimals, formatMoney, multiplyMoney, readMinorUnits } from './money.ts'

const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

describe('an amount is shown with the decimals of its currency', () => {
  test.each([
    [7680, 'EUR', '76.80 €'],
    [376_320, 'EUR', '3,763.20 €'],
    [1200, 'USD', '$12.00'],
    [5, 'UAH', '0.05 ₴'],
    [0, 'EUR', '0.00 €'],
    [-2940, 'USD', '−$29.40'],
    [1_234_567, 'JPY', '1,234,567 JPY'],
    [0, 'KRW', '0 KRW'],
    [12_345, 'KWD', '12.345 KWD'],
    [7, 'BHD', '0.007 BHD'],
    [100, 'GBP', '1.00 GBP'],
  ])('%s %s is %s', (amount, currencyCode, shown) => {
    expect(spaced(formatMoney({ amount, currencyCode }))).toBe(shown)
  })
})

const currency = fc.constantFrom('USD', 'EUR', 'UAH', 'GBP', 'JPY', 'KRW', 'VND', 'KWD', 'BHD', 'TND')
const amount = fc.integer({ min: -9_000_000_000_000_000, max: 9_000_000_000_000_000 })

describe('properties of amounts in currencies with 0, 2 and 3 decimals', () => {
  test('the shown digits are exactly those of the amount', () => {
    fc.assert(
      fc.property(amount, currency, (value, currencyCode) => {
        const shown = formatMoney({ amount: value, currencyCode })
        const digits = shown.replaceAll(/[^\d]/g, '')
        expect(BigInt(digits)).toBe(BigInt(Math.abs(value)))
        expect(shown.startsWith('−')).toBe(value < 0)
        const [, decimals = ''] = /\.(\d+)/.exec(shown) ?? []
        expect(decimals).toHaveLength(currencyDecimals(currencyCode))
      }),
    )
  })

  test('whole units are in groups of three digits', () => {
    fc.assert(
      fc.property(amount, currency, (value, currencyCode) => {
        const [number = ''] = /[\d,.]+/.exec(formatMoney({ amount: value, currencyCode })) ?? []
        expect(number).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?$/)
      }),
    )
  })

  test('a total is exactly unit price times quantity', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(100_000), currency, (unit, quantity, currencyCode) => {
        const total = multiplyMoney({ amount: unit, currencyCode }, quantity)
        expect(BigInt(total.amount)).toBe(BigInt(unit) * BigInt(quantity))
        expect(total.currencyCode).toBe(currencyCode)
      }),
    )
  })

  test('an amount survives its way over the wire', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(readMinorUnits(String(value))).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

test.each(['', ' 1', '1.5', '1e3', '0x10', '--1', 'NaN', '９', '9007199254740993'])('%j is no amount', (text) => {
  expect(() => readMinorUnits(text)).toThrow(RangeError)
})

test('a total beyond whole numbers is refused rather than rounded', () => {
  expect(() => multiplyMoney({ amount: 9_007_199_254_740_991, currencyCode: 'EUR' }, 2)).toThrow(RangeError)
  expect(() => multiplyMoney({ amount: 100, currencyCode: 'EUR' }, 0.5)).toThrow(RangeError)
})
