import { inspect } from 'node:util'

/**
 * A reason not to start that the operator can fix. Its message is one full sentence, which exitWithError prints without
 * a stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/**
 * Writes the error to stderr and ends the process with code 1: one line for what the operator can fix, the whole error
 * otherwise.
 */
export function exitWithError(error: unknown, failure = 'Knowreel cannot start'): never {
  const reason = error instanceof StartupError ? error.message : inspect(error)
  process.stderr.write(`${failure}: ${reason}\n`)
  process.exit(1)
}
