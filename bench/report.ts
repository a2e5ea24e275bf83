/** The common format of results: a JSON line with the measurement, the figures and, if there is one, the budget. */
export function report(measure: string, figures: Record<string, number | string>, budget?: string): void {
  process.stdout.write(`${JSON.stringify({ measure, ...figures, ...(budget === undefined ? {} : { budget }) })}\n`)
}

type Goal = { readonly max: number } | { readonly min: number }

/** Reports the figures with their goals. A missed goal lets the run fail after its last measurement. */
export function reportGoals(
  measure: string,
  figures: Record<string, number>,
  goals: Readonly<Record<string, Goal>>,
): void {
  const texts = Object.entries(goals).map(([name, goal]) =>
    'max' in goal ? `${name} ≤ ${goal.max}` : `${name} ≥ ${goal.min}`,
  )
  report(measure, figures, texts.length === 0 ? undefined : texts.join(', '))
  const missed = missedGoals(figures, goals)
  if (missed.length === 0) return
  report('missed', { of: measure, goals: missed.join(', ') })
  process.exitCode = 1
}

/** Names of the figures that miss their goals. A figure that was not measured misses its goal. */
const missedGoals = (figures: Readonly<Record<string, number>>, goals: Readonly<Record<string, Goal>>): string[] =>
  Object.entries(goals).flatMap(([name, goal]) => {
    const figure = figures[name] ?? Number.NaN
    return ('max' in goal ? figure <= goal.max : figure >= goal.min) ? [] : [name]
  })

/** The value below which this share of the sample lies; `share` 0.95 is p95. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b)
  return round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN)
}

export const round = (value: number): number => Math.round(value * 10) / 10
