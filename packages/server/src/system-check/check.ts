import type { Check } from '@knowreel/shared/system-check/system-check.calls.ts'

/** The outcome of a check. */
export type Finding = Pick<Check, 'result'> & {
  readonly state: Exclude<Check['state'], 'waiting' | 'running'>
  readonly advice?: string
  readonly lines?: Check['lines']
}

export type CheckDeclaration = {
  readonly name: string
  readonly title: string
  /** Default: 10 s. */
  readonly timeoutMs?: number
  /** Shown when the check throws or exceeds its time limit. */
  readonly advice: string
  /** An error is a failure, with its message as the result. */
  readonly run: (signal: AbortSignal) => Promise<Finding>
}

export const ok = (result: string): Finding => ({ state: 'ok', result })
export const off = (result: string, advice?: string, lines: Check['lines'] = []): Finding => ({
  state: 'off',
  result,
  ...(advice !== undefined && { advice }),
  lines,
})

export const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  // A connection that fails on every address of a host has a message only in its parts.
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  const isVague = error.message === '' || error.message === 'fetch failed'
  return isVague && inner instanceof Error ? messageOf(inner) : error.message
}
