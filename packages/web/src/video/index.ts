export { ArticleVideo } from './lazy-article-video.ts'
export { UploadCard } from './upload-card.tsx'
export { useVideoUpload } from './use-video-upload.ts'
export { VideoPicker } from './video-picker.tsx'
