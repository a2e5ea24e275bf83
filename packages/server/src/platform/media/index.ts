export { readCuts, type Cuts } from './read-cuts.ts'
export { readMp4Info } from './mp4-info.ts'
export { measureWebm, readWebmInfo } from './webm-info.ts'
export { commandArguments } from './command-arguments.ts'
export { MediaError, runMedia } from './media-process.ts'
export { MediaToolsMissing, type MediaTools } from './media-tools.ts'
export {
  inputArguments,
  measureTrack,
  probeMedia,
  displaySize,
  type AudioTrack,
  type MediaInfo,
  type MediaFile,
  type Rate,
  type VideoTrack,
} from './probe-media.ts'
export { sniffContainer, type Container } from './sniff-container.ts'
export { openMedia, warnOfMissingTools, type Media } from './media.ts'
