import type { AuditEntry } from '@knowreel/shared/audit/audit.calls.ts'

const columns: readonly (readonly [string, (entry: AuditEntry) => string])[] = [
  ['Time', ({ occurredAt }) => occurredAt],
  ['Person', ({ user }) => user?.name ?? ''],
  ['Operator', ({ operator }) => operator?.name ?? ''],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject?.title ?? ''],
  ['Before', ({ before }) => jsonOf(before)],
  ['Details', ({ details }) => jsonOf(details)],
  ['Company', ({ company }) => company?.title ?? ''],
  ['Address', ({ address }) => address ?? ''],
  ['Device', ({ device }) => device ?? ''],
]

const jsonOf = (value: Readonly<Record<string, unknown>>) =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value)

/** RFC 4180, with a byte order mark for spreadsheets. */
export const toCsv = (entries: readonly AuditEntry[]): string =>
  `\uFEFF${[columns.map(([title]) => title), ...entries.map((entry) => columns.map(([, read]) => read(entry)))]
    .map((row) => row.map(quote).join(','))
    .join('\r\n')}\r\n`

/** People choose names and titles, so a cell must never be a formula. */
function quote(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
