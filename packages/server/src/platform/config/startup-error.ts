/**
 * A reason not to start that the operator can act on. Its message is one full sentence, which stopAtStartup prints
 * without a stack.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** Ends the process with code 1: one line for what the operator can change, the whole error for anything else. */
export function stopAtStartup(error: unknown): never {
  if (error instanceof StartupError) process.stderr.write(`Knowreel cannot start: ${error.message}\n`)
  else console.error(error)
  process.exit(1)
}
