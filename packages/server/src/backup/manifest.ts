/**
 * A backup is a folder: `database/*.copy.gz` (one table each, in PostgreSQL's COPY text format), `files/` (under their
 * keys), `files.tsv` (key, size and SHA-256 of each), `secret`, and `manifest.json`, which is written last: a folder
 * without it is unfinished.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { StartupError } from '../platform/config/startup-error.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const tableEntry = z.strictObject({
  /** Quoted, with its schema: `public.users`. */
  name: z.string(),
  /** Quoted; without generated columns. */
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** The hash of the text before compression. */
  sha256,
})
export type TableEntry = z.infer<typeof tableEntry>

const manifest = z.strictObject({
  format: z.literal(1),
  /** The Knowreel that wrote it. */
  version: z.string(),
  /** The point of time whose content it contains. */
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** The schema of the job queue, which its library versions itself. */
  queueVersion: z.number().int(),
  tables: z.array(tableEntry),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })),
  files: z.strictObject({
    count: z.number().int(),
    bytes: z.number().int(),
    /** The hash of files.tsv. */
    sha256,
    /** Named in the database, but not in the storage when the backup was made. */
    missing: z.number().int(),
  }),
})
export type Manifest = z.infer<typeof manifest>

export const manifestPath = (folder: string) => path.join(folder, 'manifest.json')
export const secretPath = (folder: string) => path.join(folder, 'secret')
export const fileListPath = (folder: string) => path.join(folder, 'files.tsv')
export const filePath = (folder: string, key: string) => path.join(folder, 'files', key)
export const tablePath = (folder: string, table: string) =>
  path.join(folder, 'database', `${table.replaceAll(/[^\w.]/g, '')}.copy.gz`)

/** Throws a StartupError if the folder is no complete backup of a format that this Knowreel reads. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(() => {
    throw new StartupError(`${folder} is no complete backup: it has no manifest.json.`)
  })
  const parsed = manifest.safeParse(parseJson(text))
  if (!parsed.success) throw new StartupError(`${manifestPath(folder)} is damaged, or was written by a newer Knowreel.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
