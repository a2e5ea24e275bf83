/** Wire format of imports and exports. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'
import { exportFormats, transferStatuses } from './exchange.rules.ts'
import { transferNoteKinds } from './transfer-notes.ts'

/** What was changed or omitted, and where; `count` equal notes in one location. */
export const transferNote = z.object({
  kind: z.enum(transferNoteKinds),
  /** Title or path of the article or file. */
  place: z.string(),
  /** The affected file or link; empty if the location says everything. */
  name: z.string(),
  count: z.number().int(),
})
export type TransferNote = z.infer<typeof transferNote>

export const transferReport = z.object({
  /** The recognised source; null for an export and before the files are read. */
  source: z.string().nullable(),
  articles: z.number().int(),
  files: z.number().int(),
  /** The first of the new articles, in order; empty for an export. */
  listed: z.array(z.object({ id: z.string(), title: z.string(), depth: z.number().int() })),
  notes: z.array(transferNote),
  /** More articles or notes exist than are listed. */
  isTruncated: z.boolean(),
})
export type TransferReport = z.infer<typeof transferReport>

export const transferJob = z.object({
  id: z.string(),
  kind: z.enum(['import', 'export']),
  status: z.enum(transferStatuses),
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
  report: transferReport.nullable(),
})
export type TransferJob = z.infer<typeof transferJob>
