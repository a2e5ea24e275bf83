import type { ColumnType, Generated } from 'kysely'
import type { VisibleLine } from './visible-lines.ts'

export type ScreenTextsTable = {
  video_id: string
  status: Generated<'reading' | 'done' | 'failed'>
  run_id: string | null
  attempts: Generated<number>
  /** Moments to read, ms of the recording; null until they are picked. */
  moments: number[] | null
  /** How many of them were read. */
  read_count: Generated<number>
  /** Lines that are on the screen after the last one that was read. Written as JSON text. */
  visible: ColumnType<VisibleLine[], string | undefined, string>
  line_count: Generated<number>
  finished_at: Date | null
  created_at: Generated<Date>
}

export type ScreenTextLinesTable = {
  video_id: string
  position: number
  /** Half-open, ms of the recording. */
  starts_at: number
  ends_at: number
  content: string
}

declare module '../platform/database/db.ts' {
  interface Tables {
    screen_texts: ScreenTextsTable
    screen_text_lines: ScreenTextLinesTable
  }
}
