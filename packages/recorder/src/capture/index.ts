/** Records in the browser, for pages and the extension. */
export { browserClock } from './browser-clock.ts'
export { createRecordingDraft, type RecordingDraft } from './recording-draft.ts'
export { createRecordingUploads, type RecordingUploadItem, type RecordingUploads } from './recording-uploads.ts'
export type { BubblePosition } from './camera-bubble.ts'
export {
  bestQuality,
  canShareScreen,
  mixCapture,
  openCamera,
  openMicrophone,
  openScreen,
  openTab,
  tabSize,
  type Quality,
} from './media-capture.ts'
export { mediaEncoder, recordableType } from './media-encoder.ts'
export { isSpoolSupported, opfsSpool } from './opfs-spool.ts'
export {
  createRecording,
  idleRecording,
  type Recording,
  type RecordingNotice,
  type RecordingProblem,
  type RecordingState,
} from './recording.ts'
export type { RecordingPhase } from './recording-state.ts'
export type { Capture, RecordingFacts, Spool, SpooledRecording } from './capture-ports.ts'
export { watchSoundLevel } from './sound-level.ts'
