export type { TrimRange, VideoDesk } from './editing/video-desk.ts'
export { ArticleVideoEditor } from './editing/lazy-article-video-editor.ts'
export { ArticleVideo, HeldPlayer, ParagraphPanel } from './lazy-article-video.ts'
export { DownloadRecording } from './download-recording.tsx'
export { reactionKeys } from './reactions/reaction.queries.ts'
export type { TimelineTalk } from './reactions/timeline-talk.ts'
export type { AddressOf } from './player/engine.ts'
export type { UsedPlayer } from './use-media-player.ts'
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
export { RecordingOnItsWay, RecordingWork } from './uploads/lazy-uploads.ts'
export { VideoPicker } from './video-picker.tsx'
export { useInsertRecording } from './use-insert-recording.tsx'
export { openChooseRecording } from './uploads/open-choose-recording.ts'
