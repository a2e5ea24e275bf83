/** Imports and exports as they travel. */
import * as z from 'zod'
import { isoTime } from '../catalogue/wire.ts'
import { exportFormats, transferStatuses } from './exchange.rules.ts'
import { transferNoteKinds } from './transfer-notes.ts'

/** What was changed or left out, and where; `count` times the same in one place. */
export const transferNote = z.object({
  kind: z.enum(transferNoteKinds),
  /** Title or path of the article or file. */
  place: z.string(),
  /** The name it is about: a file, a link. Empty where the place says it all. */
  name: z.string(),
  count: z.number().int(),
})
export type TransferNote = z.infer<typeof transferNote>

export const transferReport = z.object({
  /** What the files were recognised as; null for an export and before they are read. */
  source: z.string().nullable(),
  articles: z.number().int(),
  files: z.number().int(),
  /** The first of the new articles, in their order; of an export none. */
  listed: z.array(z.object({ id: z.string(), title: z.string(), depth: z.number().int() })),
  notes: z.array(transferNote),
  /** There were more articles or notes than are listed. */
  isTruncated: z.boolean(),
})
export type TransferReport = z.infer<typeof transferReport>

export const transferJob = z.object({
  id: z.string(),
  kind: z.enum(['import', 'export']),
  status: z.enum(transferStatuses),
  /** Percent. */
  progress: z.number().int(),
  /** Of what is exported, or of the files that are imported. */
  title: z.string(),
  /** The workspace it is about; null when it is gone. */
  workspace: z.object({ id: z.string(), shortId: z.string(), slug: z.string(), title: z.string() }).nullable(),
  format: z.enum(exportFormats).nullable(),
  /** Of an import: false makes drafts. */
  isPublished: z.boolean().nullable(),
  createdAt: isoTime,
  finishedAt: isoTime.nullable(),
  /** Why it failed, in words. */
  error: z.string().nullable(),
  /** The archive, while it is kept; the address is good for an hour. */
  result: z.object({ url: z.string(), name: z.string(), size: z.number().int(), keptUntil: isoTime }).nullable(),
  report: transferReport.nullable(),
})
export type TransferJob = z.infer<typeof transferJob>
