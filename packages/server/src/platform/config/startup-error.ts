/**
 * A reason not to start that the operator can act on. Its message is one full sentence; whoever starts the process
 * prints it without a stack and exits with code 1.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
