import pino, { type Logger } from 'pino'
import type { Config } from '../config/config.ts'

/** Whatever is logged by mistake, these never reach the log. */
const secrets = ['token', 'password', 'passwordOld', 'passwordNew', 'authorization', 'cookie', 'secret']

/** JSON lines on standard output; the level comes from the configuration. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: logLevel,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '…' },
    serializers: { err: serializeError },
  })

/** An error of the database carries the whole connection it happened on, which tells nobody anything. */
function serializeError(error: Error): unknown {
  const serialized: unknown = pino.stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => name !== 'client'))
}
