export type { TrimRange, VideoDesk } from './editing/video-desk.ts'
export { DownloadRecording } from './download/download-recording.tsx'
export { reactionKeys } from './reactions/reaction.queries.ts'
export type { TimelineTalk } from './reactions/timeline-talk.ts'
export type { AddressOf } from './player/engine.ts'
export type { UsedPlayer } from './watch/use-media-player.ts'
export { UploadCard } from './upload-card.tsx'
export type { ChosenFile } from './uploads/chosen-file.ts'
export {
  beginUpload,
  leaveUploads,
  useShownUpload,
  useUploadOf,
  useUploads,
  withUploads,
} from './uploads/page-uploads.ts'
export {
  ArticleVideo,
  ArticleVideoEditor,
  HeldPlayer,
  openChooseRecording,
  ParagraphPanel,
  RecordingOnItsWay,
  RecordingWork,
} from './video.parts.ts'
export { VideoPicker } from './insert/video-picker.tsx'
export { useInsertRecording } from './insert/use-insert-recording.tsx'
