export { readCuts, type Cuts } from './read-cuts.ts'
export { words } from './words.ts'
export { MediaError, runMedia, type MediaRun } from './media-process.ts'
export { findMediaTools, MediaToolsMissing, type MediaToolPaths, type MediaTools } from './media-tools.ts'
export {
  inputOf,
  measureTrack,
  probeMedia,
  shownSize,
  type AudioTrack,
  type MediaFacts,
  type MediaFile,
  type Rate,
  type VideoTrack,
} from './probe-media.ts'
export { containerOf, sniffContainer, type Container } from './sniff-container.ts'
export { openMedia, warnOfMissingTools, type Media } from './media.ts'
