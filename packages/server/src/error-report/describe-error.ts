/**
 * The allowed content of an error report. Messages of errors can quote what people wrote, so a report has only phrases
 * that we know, the code of the error and the locations in our code. Files are relative to the installation.
 */
import type { BrowserErrorReport } from '@knowreel/shared/error-report/error-report.calls.ts'

export type StackFrame = {
  readonly function: string | null
  readonly file: string
  readonly line: number
  readonly column: number
}

export type DescribedError = {
  readonly type: string
  /** Null if the message may contain what people wrote. */
  readonly message: string | null
  /** Newest call first. */
  readonly frames: readonly StackFrame[]
}

export type ErrorEvent = {
  readonly platform: 'node' | 'javascript'
  /** The error, then its causes. */
  readonly errors: readonly DescribedError[]
  readonly tags: Readonly<Record<string, string>>
}

const maxCauses = 3
const maxFrames = 50

/** Phrases of JavaScript engines and drivers. They are sent without the names that the messages put into them. */
const knownPhrases = [
  'Cannot read properties of undefined',
  'Cannot read properties of null',
  'Cannot set properties of undefined',
  'Cannot set properties of null',
  'is not a function',
  'is not a constructor',
  'is not defined',
  'is not iterable',
  'before initialization',
  'Assignment to constant variable',
  'Maximum call stack size exceeded',
  'Failed to fetch dynamically imported module',
  'Failed to fetch',
  'Load failed',
  'ResizeObserver loop',
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'duplicate key value violates unique constraint',
  'violates foreign key constraint',
  'violates check constraint',
  'violates not-null constraint',
  'deadlock detected',
  'canceling statement due to statement timeout',
  'out of memory',
]

export function describeServerError(error: unknown): ErrorEvent {
  const chain: Error[] = []
  for (let next = error; next instanceof Error && chain.length <= maxCauses; next = next.cause) chain.push(next)
  const code = chain.map(codeOf).find((found) => found !== null) ?? null
  return {
    platform: 'node',
    errors: chain.length === 0 ? [{ type: 'Error', message: null, frames: [] }] : chain.map(describe),
    tags: code === null ? {} : { code },
  }
}

export const describeBrowserError = ({ type, message, frames, page }: BrowserErrorReport): ErrorEvent => ({
  platform: 'javascript',
  errors: [{ type, message: toPhrase(message), frames }],
  tags: page === null ? {} : { page },
})

const describe = (error: Error): DescribedError => ({
  type: /^[\w$]{1,100}$/.test(error.name) ? error.name : 'Error',
  message: toPhrase(error.message),
  frames: readStack(error.stack ?? ''),
})

const toPhrase = (message: string): string | null => knownPhrases.find((phrase) => message.includes(phrase)) ?? null

/** `ENOENT`, `23505` and the codes of AppError; other values may come from anywhere. */
const codeOf = (error: Error): string | null =>
  'code' in error && typeof error.code === 'string' && /^\w{2,40}$/.test(error.code) ? error.code : null

function readStack(stack: string): StackFrame[] {
  const frames = stack.split('\n').flatMap((line) => {
    const found =
      /^ +at (?:(?:async )?(?<name>[\w$.<>]+)(?: \[as [\w$]+\])? \()?(?<file>[^()]+):(?<line>\d+):(?<column>\d+)\)?$/.exec(
        line,
      )
    const file = relativeFile(found?.groups?.['file'] ?? '')
    if (!found?.groups || file === null) return []
    const { name = null, line: row, column } = found.groups
    return [{ function: name, file, line: Number(row), column: Number(column) }]
  })
  return frames.slice(0, maxFrames)
}

/** The path below the installation; the folders above it belong to the machine. */
function relativeFile(file: string): string | null {
  if (file.startsWith('node:')) return file
  return /(?:^|\/)((?:packages|node_modules)\/.*)$/.exec(file)?.[1] ?? null
}
