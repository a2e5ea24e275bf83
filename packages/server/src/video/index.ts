export { captureFrame, type CaptureDependencies } from './capture-frame.ts'
export { acceptUpload } from './upload/accept-upload.ts'
export { createPart } from './upload/create-part.ts'
export { createFileLock } from './upload/file-lock.ts'
export { joinVideoParts } from './upload/join-video-parts.job.ts'
export { createPartAddresses, type PartAddresses } from './upload/part-address.ts'
export { registerPartRoutes } from './upload/receive-part.ts'
export { deleteVideosOfCompany } from './unused-video.queries.ts'
export { removeUnusedVideos } from './remove-unused-videos.job.ts'
export { sweepVideoParts } from './upload/sweep-video-parts.job.ts'
export { requestRendition } from './rendition/request-rendition.ts'
export { retryRendition } from './rendition/retry-rendition.ts'
export { makeRendition } from './rendition/make-rendition.job.ts'
export { paragraphsMapHash } from './rendition/map-hash.ts'
export {
  findRenditionError,
  findRenditionFile,
  readRendition,
  toRenditionStateView,
} from './rendition/read-rendition.ts'
export { listStoredParts } from './upload/video-part.queries.ts'
export { videoUploadRoutes } from './upload/video-upload.routes.ts'
export { listPosters } from './rendition/list-posters.ts'
export { listUsableVideos, listVideos } from './video-list.queries.ts'
export { copyVideos, moveVideos } from './move-videos.queries.ts'
export { toVideoView } from './video-view.ts'
export { insertRecording } from './pipeline/index.ts'
