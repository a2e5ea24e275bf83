import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type NotesTable = {
  article_id: string
  tab_id: string
  /** Encoded Yjs state. */
  snapshot: Uint8Array
  snapshot_seq: Generated<number>
  created_at: ColumnType<Date, never, never>
  updated_at: Generated<Date>
}

export type NoteUpdatesTable = {
  seq: GeneratedAlways<number>
  article_id: string
  tab_id: string
  update: Uint8Array
  created_at: ColumnType<Date, never, never>
}

declare module '../platform/database/db.ts' {
  interface Tables {
    notes: NotesTable
    note_updates: NoteUpdatesTable
  }
}
