/**
 * Amounts of money are whole numbers of the currency's smallest unit, so that no cent is lost to floating point. The
 * currency decides how many of their digits are decimals.
 */
export type Money = { readonly amount: number; readonly currencyCode: string }

/** ISO 4217; all others have two decimals. */
const decimalsByCurrency: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
])

export const currencyDecimals = (currencyCode: string): number => decimalsByCurrency.get(currencyCode) ?? 2

/** The provider writes amounts as strings of digits. Throws for anything else. */
export function readMinorUnits(text: string): number {
  const amount = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(amount)) throw new RangeError(`No amount of money: ${text}`)
  // `-0` is written as `0`.
  return amount === 0 ? 0 : amount
}

export function multiplyMoney({ amount, currencyCode }: Money, quantity: number): Money {
  const product = amount * quantity
  if (![amount, quantity, product].every(Number.isSafeInteger)) throw new RangeError('No whole amount of money')
  return { amount: product === 0 ? 0 : product, currencyCode }
}

type Format = (number: string) => string
const symbols: ReadonlyMap<string, Format> = new Map([
  ['USD', (number) => `$${number}`],
  ['EUR', (number) => `${number}\u00a0€`],
  ['UAH', (number) => `${number}\u00a0₴`],
])

/** `$1,234.50`, `1,234.50 €`, `1,234.50 ₴`; other currencies with their code: `1,235 JPY`. */
export function formatMoney({ amount, currencyCode }: Money): string {
  const decimals = currencyDecimals(currencyCode)
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const number = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`
  const format = symbols.get(currencyCode) ?? ((plain: string) => `${plain}\u00a0${currencyCode}`)
  return `${amount < 0 ? '−' : ''}${format(number)}`
}
