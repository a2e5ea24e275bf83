/**
 * Standard output for log lines. The log must never stop the server: a line that cannot be written, because the disk is
 * full or the reader of a pipe has gone or is too slow, is dropped. The first line that can be written again says how
 * many are missing.
 */
import { writeSync } from 'node:fs'

export type LogDestination = { write(line: string): void }

type Write = (bytes: Buffer) => number

export function createLogDestination(write: Write = (bytes) => writeSync(1, bytes)): LogDestination {
  let dropped = 0
  /** The last line was written in part. */
  let isTorn = false

  /** False if the line was not written completely. */
  function tryWrite(line: string): boolean {
    let rest = Buffer.from(isTorn ? `\n${line}` : line)
    const { length } = rest
    try {
      while (rest.length > 0) rest = rest.subarray(write(rest))
      isTorn = false
      return true
    } catch {
      isTorn ||= rest.length < length
      return false
    }
  }

  return {
    write(line) {
      if (dropped > 0) {
        const notice = { level: 40, time: Date.now(), msg: `${dropped} log lines could not be written` }
        if (tryWrite(`${JSON.stringify(notice)}\n`)) dropped = 0
      }
      if (dropped > 0 || !tryWrite(line)) dropped += 1
    },
  }
}
