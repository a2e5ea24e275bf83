export { ArticleVideo } from './article-video.tsx'
