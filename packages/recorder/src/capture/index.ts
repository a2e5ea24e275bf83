/** Records in the browser, for pages and the extension. */
export {
  canShareScreen,
  mixCapture,
  openCamera,
  openMicrophone,
  openScreen,
  type CaptureParts,
} from './media-capture.ts'
export { mediaEncoder, recordableType } from './media-encoder.ts'
export { isSpoolSupported, opfsSpool } from './opfs-spool.ts'
export {
  createRecording,
  idleRecording,
  type Recording,
  type RecordingProblem,
  type RecordingState,
} from './recording.ts'
export type { RecordingPhase } from './recording-state.ts'
export type { Capture, RecordingFacts, Spool, SpooledRecording } from './capture-ports.ts'
