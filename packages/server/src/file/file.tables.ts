import type { Generated } from 'kysely'
import type { ReadOutcome } from './text/attachment-text.ts'

export type FileKind = 'image' | 'attachment'

export type FilesTable = {
  id: string
  company_id: string | null
  owner_id: string | null
  kind: FileKind
  key: string
  name: string
  content_type: string
  size: number | null
  sha256: Buffer | null
  width: number | null
  height: number | null
  stored_at: Date | null
  created_at: Generated<Date>
  checked_at: Date | null
  was_used: Generated<boolean>
  unused_since: Date | null
}

export type FileUsesTable = {
  file_id: string
  article_id: string
  created_at: Generated<Date>
}

export type FileThumbnailsTable = {
  file_id: string
  width: number
  key: string
  size: number | null
  stored_at: Date | null
}

export type FileTextsTable = { file_id: string; outcome: ReadOutcome; read_at: Generated<Date> }

export type FileTextPiecesTable = { file_id: string; position: number; page: number | null; content: string }

declare module '../platform/database/db.ts' {
  interface Tables {
    files: FilesTable
    file_places: FileUsesTable
    file_thumbnails: FileThumbnailsTable
    file_texts: FileTextsTable
    file_text_pieces: FileTextPiecesTable
  }
}
