export type { CutProposal, ProposedBlock, TrimRange, VideoEditorController } from './editing/video-editor-controller.ts'
export { DownloadRecording } from './download/download-recording.tsx'
export { reactionKeys } from './reactions/reaction.queries.ts'
export type { StageAside } from './article-video.tsx'
export { timeLabel } from './timeline/timeline-geometry.ts'
export type { CommentsAndReactions } from './reactions/comments-and-reactions.ts'
export type { ResolveSource } from './player/engine.ts'
export { useRequestedTime } from './watch/use-requested-time.ts'
export type { Playback } from './watch/use-media-player.ts'
export { UploadCard } from './upload-card.tsx'
export type { InsertPosition } from './uploads/upload-item.ts'
export type { ChosenFile } from './uploads/chosen-file.ts'
export {
  beginUpload,
  clearUploads,
  useHideUploadFromTray,
  useDraftUpload,
  useUploads,
  withUploads,
} from './uploads/page-uploads.ts'
export {
  ArticleVideo,
  ArticleVideoEditor,
  HeadlessPlayer,
  openChooseRecording,
  ParagraphPanel,
  RecordingProgress,
  ProcessingStatus,
} from './video.parts.ts'
export { VideoPicker } from './insert/video-picker.tsx'
export { isShownForInsertion } from './insert/shown-drafts.ts'
export { useInsertRecording } from './insert/use-insert-recording.tsx'
