import type { Check } from '@knowreel/shared/system-check/system-check.calls.ts'
import { messageOf, type CheckDeclaration, type Finding } from './check.ts'

const defaultTimeoutMs = 10_000

export const waitingChecks = (declared: readonly CheckDeclaration[]): Check[] =>
  declared.map(({ name, title }) => ({
    name,
    title,
    state: 'waiting',
    result: '',
    advice: null,
    lines: [],
    milliseconds: null,
  }))

type RunOptions = {
  /** Replaces secrets in what libraries report. */
  readonly redact: (text: string) => string
  readonly onChange?: (checks: readonly Check[]) => void
}

/** Runs all checks in parallel, each within its time limit. Never rejects. */
export async function runChecks(
  declared: readonly CheckDeclaration[],
  { redact, onChange = () => undefined }: RunOptions,
): Promise<readonly Check[]> {
  let checks: readonly Check[] = waitingChecks(declared)
  const set = (name: string, change: Partial<Check>) => {
    checks = checks.map((check) => (check.name === name ? { ...check, ...change } : check))
    onChange(checks)
  }
  await Promise.all(
    declared.map(async (declaration) => {
      const { name, advice } = declaration
      set(name, { state: 'running' })
      const startedAt = performance.now()
      const finding = await runCheck(declaration)
      set(name, {
        state: finding.state,
        result: redact(finding.result),
        advice: finding.advice ?? (finding.state === 'failure' ? advice : null),
        lines: finding.lines ?? [],
        milliseconds: finding.state === 'off' ? null : Math.round(performance.now() - startedAt),
      })
    }),
  )
  return checks
}

async function runCheck({ run, timeoutMs = defaultTimeoutMs }: CheckDeclaration): Promise<Finding> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const abort = new AbortController()
  const timer = setTimeout(() => {
    const error = new Error(`No answer within ${timeoutMs / 1000} s`)
    abort.abort(error)
    reject(error)
  }, timeoutMs)
  try {
    return await Promise.race([run(abort.signal), tooLate])
  } catch (error) {
    return { state: 'failure', result: messageOf(error) }
  } finally {
    clearTimeout(timer)
  }
}
