/** For the dialog that uploads; apart from watching, which needs none of it. */
export { UploadCard } from './upload-card.tsx'
export { useVideoUpload } from './use-video-upload.ts'
export { VideoPicker } from './video-picker.tsx'
