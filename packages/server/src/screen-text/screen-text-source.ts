import type { TimedTextSource } from '../search/index.ts'
import { listReadTimes, listShownLines } from './screen-text.queries.ts'

export const screenTextSource: TimedTextSource = {
  kind: 'screen',
  versionsOf: listReadTimes,
  readSpans: listShownLines,
}
