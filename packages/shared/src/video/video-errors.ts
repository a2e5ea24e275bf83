/** Faults of a recording with messages for people. Codes are stored with the recording, so they never change. */
export const videoErrors = {
  video_empty: 'The file is empty',
  video_wrong_type: 'Only WebM, MP4 and QuickTime recordings can be used',
  video_unreadable: 'The recording is damaged or incomplete and cannot be read',
  video_no_picture: 'There is no picture in this file, only sound or other data',
  video_too_long: 'The recording is longer than 8 hours',
  video_too_large: 'The picture is larger than 8K and cannot be used',
  video_too_slow: 'Processing took too long and was stopped',
  video_off: 'Recordings cannot be processed: ffmpeg is missing on the server. Please tell your administrator',
  video_failed: 'Processing failed. Please try again',
} as const

export type VideoErrorCode = keyof typeof videoErrors

export const isVideoErrorCode = (code: string): code is VideoErrorCode => Object.hasOwn(videoErrors, code)

/** Faults of the file itself: another attempt fails in the same way. */
const permanentErrors = new Set<string>([
  'video_empty',
  'video_wrong_type',
  'video_unreadable',
  'video_no_picture',
  'video_too_long',
  'video_too_large',
] satisfies VideoErrorCode[])

export const canRetryVideoError = (code: string | null): boolean => code === null || !permanentErrors.has(code)

/** The message for a stored code, also for one of a newer version. */
export const videoErrorText = (code: string): string =>
  isVideoErrorCode(code) ? videoErrors[code] : videoErrors.video_failed

export const videoLimits = {
  /** In milliseconds. */
  duration: 8 * 3_600_000,
  /** Pixels of one frame: 8K. */
  pixels: 7680 * 4320,
  /** Pixels of one edge. */
  edge: 8192,
} as const
