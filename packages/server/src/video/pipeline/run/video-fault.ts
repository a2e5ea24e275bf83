import { isVideoErrorCode, type VideoErrorCode } from '@knowreel/shared/video/video-errors.ts'
import { MediaError, MediaToolsMissing } from '../../../platform/media/index.ts'

/** The recording itself is at fault: another attempt would fail in the same way. */
export class VideoFault extends Error {
  override name = 'VideoFault'
  readonly code: VideoErrorCode
  constructor(code: VideoErrorCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
  }
}

/** The error shown to people for a permanent failure; null for a failure that may be temporary. */
export function faultOf(error: unknown): VideoErrorCode | null {
  if (error instanceof VideoFault) return isVideoErrorCode(error.code) ? error.code : 'video_failed'
  if (error instanceof MediaToolsMissing) return 'video_off'
  if (!(error instanceof MediaError)) return null
  if (error.failure === 'too_slow') return 'video_too_slow'
  if (error.failure === 'killed') return null
  // A full disk or an overloaded machine says nothing about the recording.
  return /No space left|Disk quota|Resource temporarily|Input\/output error/i.test(error.message)
    ? null
    : 'video_unreadable'
}
