/** Wire format of imports and exports. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'
import { exportFormats, importExportStatuses } from './import-export.rules.ts'
import { importExportNoteKinds } from './import-export-notes.ts'

/** A change or omission and its location; `count` equal notes in one location. */
export const importExportNote = z.object({
  kind: z.enum(importExportNoteKinds),
  /** Title or path of the article or file. */
  location: z.string(),
  /** The affected file or link; empty if the location says everything. */
  name: z.string(),
  count: z.number().int(),
})
export type ImportExportNote = z.infer<typeof importExportNote>

export const importExportReport = z.object({
  /** The recognised source; null for an export and before the files are read. */
  source: z.string().nullable(),
  articles: z.number().int(),
  files: z.number().int(),
  /** The first of the new articles, in order; empty for an export. */
  listed: z.array(z.object({ id: z.string(), title: z.string(), depth: z.number().int() })),
  notes: z.array(importExportNote),
  /** More articles or notes exist than are listed. */
  isTruncated: z.boolean(),
})
export type ImportExportReport = z.infer<typeof importExportReport>

export const importExportJob = z.object({
  id: z.string(),
  kind: z.enum(['import', 'export']),
  status: z.enum(importExportStatuses),
  /** In percent. */
  progress: z.number().int(),
  /** Title of the exported object or of the imported files. */
  title: z.string(),
  /** The workspace; null if it was deleted. */
  workspace: z.object({ id: z.string(), shortId: z.string(), slug: z.string(), title: z.string() }).nullable(),
  format: z.enum(exportFormats).nullable(),
  /** For an import: false creates drafts. */
  isPublished: z.boolean().nullable(),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** The reason of the failure, for people. */
  error: z.string().nullable(),
  /** The archive while it is kept; the URL is valid for an hour. */
  result: z.object({ url: z.string(), name: z.string(), size: z.number().int(), keptUntil: isoTime }).nullable(),
  report: importExportReport.nullable(),
})
export type ImportExportJob = z.infer<typeof importExportJob>
