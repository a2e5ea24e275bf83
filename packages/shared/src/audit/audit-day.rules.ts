const pattern = /^[1-9]\d{3}-\d\d-\d\d$/

/** A day that exists, as 2026-11-20. A date field reports a year while it is typed: 0002, 0020, 0202. */
export function isDay(text: string): boolean {
  const time = pattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
