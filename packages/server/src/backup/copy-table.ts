import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { findFileKeys, type FileKey } from '../platform/files/index.ts'
import { tablePath, type TableEntry } from './manifest.ts'
import type { Table } from './schema.queries.ts'

type Meter = { readonly stream: Transform; readonly result: () => { rows: number; sha256: string } }

/** A key is shorter, so none that crosses the border of two chunks is missed. */
const overlap = 160

/** Counts and hashes what passes; in COPY's text format every row is one line. */
function createMeter(onKey?: (key: FileKey) => void): Meter {
  const hash = createHash('sha256')
  let rows = 0
  let tail = ''
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++
      if (onKey !== undefined) {
        const text = tail + chunk.toString('latin1')
        for (const key of findFileKeys(text)) onKey(key)
        tail = text.slice(-overlap)
      }
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ rows, sha256: hash.digest('hex') }) }
}

const copyOut = ({ name, columns, filter }: Table) =>
  copyTo(`copy (select ${columns.join(', ')} from ${name} ${filter}) to stdout`)

export async function dumpTable(
  client: pg.Client,
  table: Table,
  folder: string,
  onKey: (key: FileKey) => void,
): Promise<TableEntry> {
  const meter = createMeter(onKey)
  const file = createWriteStream(tablePath(folder, table.name), { mode: 0o600, flush: true })
  await pipeline(client.query(copyOut(table)), meter.stream, createGzip({ level: 1 }), file)
  return { name: table.name, columns: [...table.columns], ...meter.result() }
}

/** Rows and hash as a backup of the table would have them. */
export async function hashTable(client: pg.Client, table: Table): Promise<{ rows: number; sha256: string }> {
  const meter = createMeter()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(client.query(copyOut(table)), meter.stream, nowhere)
  return meter.result()
}

/** Throws if the file is damaged; the caller then rolls back. */
export async function loadTable(client: pg.Client, entry: TableEntry, folder: string): Promise<void> {
  const meter = createMeter()
  const target = client.query(copyFrom(`copy ${entry.name} (${entry.columns.join(', ')}) from stdin`))
  await pipeline(createReadStream(tablePath(folder, entry.name)), createGunzip(), meter.stream, target)
  const { rows, sha256 } = meter.result()
  if (rows !== entry.rows || sha256 !== entry.sha256) throw new Error(`${entry.name} differs from the manifest`)
}
