import pino, { type Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createLogDestination } from './log-destination.ts'

/** Redacted even if logged by mistake. */
const redactedFields = ['token', 'password', 'passwordOld', 'passwordNew', 'authorization', 'cookie', 'secret']

/** JSON lines on standard output; the level comes from the configuration. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino(
    {
      level: logLevel,
      redact: { paths: redactedFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
      serializers: { err: serializeError },
    },
    createLogDestination(),
  )

/** A database error contains its whole connection, which is useless in a log. */
function serializeError(error: Error): unknown {
  const serialized: unknown = pino.stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => name !== 'client'))
}
