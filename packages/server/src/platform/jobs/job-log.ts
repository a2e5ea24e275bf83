const mostLines = 200
const mostCharacters = 20_000
const mostOfALine = 1000

/** The last lines of a job, bounded: a job that talks for ever must not fill the database. */
export type JobLog = {
  readonly add: (line: string) => void
  readonly text: () => string
}

/** `before`: what earlier tries of the same job wrote. */
export function createJobLog(before: string, now: () => Date = () => new Date()): JobLog {
  const lines = before === '' ? [] : before.split('\n')
  let size = before.length
  return {
    add(line) {
      // PostgreSQL keeps no U+0000, and a line stays one line.
      const text = line
        .replaceAll(/[\u0000-\u001f]+/g, ' ')
        .slice(0, mostOfALine)
        .toWellFormed()
      const entry = `${now().toISOString()} ${text}`
      lines.push(entry)
      size += entry.length + 1
      while (lines.length > mostLines || size > mostCharacters) size -= (lines.shift()?.length ?? 0) + 1
    },
    text: () => lines.join('\n'),
  }
}
