import type { Logger } from 'pino'

/** Characters of one line; libraries print whole messages from strangers. */
const maxLength = 500

type Console = Pick<typeof console, 'log' | 'info' | 'warn' | 'error'>

/**
 * Turns console output of libraries into log lines, bounded and without stacks: line breaks in it cannot imitate our
 * own lines.
 */
export function captureConsole(log: Pick<Logger, 'info' | 'warn'>, target: Console = console): void {
  const lineOf = (parts: readonly unknown[]) => parts.map(textOf).join(' ').slice(0, maxLength)
  target.log = target.info = (...parts: unknown[]) => log.info({ console: lineOf(parts) }, 'a library says')
  target.warn = target.error = (...parts: unknown[]) => log.warn({ console: lineOf(parts) }, 'a library warns')
}

function textOf(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`
  if (typeof part === 'string') return part
  // Other values are dropped: they may contain secrets.
  return typeof part === 'number' || typeof part === 'boolean' ? `${part}` : '…'
}
