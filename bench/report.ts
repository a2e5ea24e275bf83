/** The common format of results: a JSON line with the measurement, the figures and, if there is one, the budget. */
export function report(measure: string, figures: Record<string, number | string>, budget?: string): void {
  process.stdout.write(`${JSON.stringify({ measure, ...figures, ...(budget === undefined ? {} : { budget }) })}\n`)
}

/** The value below which this share of the sample lies; `share` 0.95 is p95. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN)
}

export const round = (value: number): number => Math.round(value * 10) / 10
