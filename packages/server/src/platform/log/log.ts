import pino, { type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createLogDestination } from './log-destination.ts'

/** The level in pino. */
const errorLevel = 50

/** Redacted even if logged by mistake. */
const redactedFields = ['token', 'password', 'passwordOld', 'passwordNew', 'authorization', 'cookie', 'secret']

/** JSON lines on standard output; the level comes from the configuration. `onError` receives every logged error. */
export const createLog = (
  { logLevel }: Pick<Config, 'logLevel'>,
  onError: (error: unknown) => void = () => undefined,
): Logger =>
  pino(
    {
      level: logLevel,
      hooks: {
        logMethod(input, method, level) {
          if (level >= errorLevel) onError(errorOf(input[0]))
          method.apply(this, input)
        },
      },
      redact: { paths: redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
      serializers: { err: serializeError },
    },
    createLogDestination(),
  )

const errorOf = (first: unknown): unknown =>
  typeof first === 'object' && first !== null && 'err' in first ? first.err : first

/** A database error contains its whole connection, which is useless in a log. */
function serializeError(error: Error): unknown {
  const serialized: unknown = pino.stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => name !== 'client'))
}
