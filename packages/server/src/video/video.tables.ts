import type { RecordingMark } from '@knowreel/shared/video/paragraph/recording-marks.ts'
import type { StepHint } from '@knowreel/shared/video/step-hints.ts'
import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import type {
  RenditionStatus,
  Storyboard,
  VideoStatus,
  VideoStep,
  VideoStepStatus,
} from '@knowreel/shared/video/video.wire.ts'
import type { ColumnType, Generated } from 'kysely'

export type VideosTable = {
  id: string
  company_id: string
  user_id: string | null
  article_id: string | null
  name: string | null
  mime: string
  status: Generated<VideoStatus>
  error: string | null
  /** Uploaded bytes. */
  size: number
  parts_hash: Buffer
  /** In milliseconds. */
  duration: number | null
  /** In milliseconds; only if the upload ends at least a second earlier than it states. */
  stated_duration: number | null
  width: number | null
  height: number | null
  has_audio: boolean | null
  original_key: string | null
  main_key: string | null
  /** The upload in its own codecs, which some browsers play until `main_key` exists. */
  first_key: string | null
  /** With codecs, as `canPlayType` expects it. */
  first_mime: string | null
  poster_key: string | null
  storyboard_key: string | null
  /** Written as JSON text. */
  storyboard: ColumnType<Storyboard | null, string | null | undefined, string | null>
  peaks_key: string | null
  audio_key: string | null
  /** Written as JSON text. */
  marks: ColumnType<RecordingMark[], string | undefined, never>
  step_hints: ColumnType<StepHint[], string | undefined, never>
  unused_since: Date | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type VideoPartsTable = {
  id: string
  company_id: string
  user_id: string
  file_key: string
  /** Byte of the file at which the part begins. */
  start: Generated<number>
  /** In bytes; null until the part is complete. */
  size: number | null
  sha256: Buffer | null
  video_id: string | null
  place: number | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type RenditionsTable = {
  id: string
  company_id: string
  map_hash: string
  map: ColumnType<PlayMap, string, never>
  status: Generated<RenditionStatus>
  attempts: Generated<number>
  run_id: string | null
  /** In percent. */
  progress: Generated<number>
  error: string | null
  file_key: string | null
  poster_key: string | null
  storyboard_key: string | null
  /** Written as JSON text. */
  storyboard: ColumnType<Storyboard | null, string | null | undefined, string | null>
  /** In bytes. */
  size: number | null
  /** In milliseconds. */
  duration: number | null
  started_at: Date | null
  finished_at: Date | null
  created_at: Generated<Date>
  requested_at: Generated<Date>
}

export type VideoStepsTable = {
  video_id: string
  step: VideoStep
  status: Generated<VideoStepStatus>
  attempts: Generated<number>
  run_id: string | null
  /** In percent. */
  progress: Generated<number>
  error: string | null
  started_at: Date | null
  finished_at: Date | null
}

declare module '../platform/database/db.ts' {
  interface Tables {
    videos: VideosTable
    video_parts: VideoPartsTable
    video_steps: VideoStepsTable
    renditions: RenditionsTable
  }
}
