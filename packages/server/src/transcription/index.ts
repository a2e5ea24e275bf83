export { copyTranscripts } from './transcription.queries.ts'
export type { TranscribedArticle, TranscribedArticles } from './transcribed-articles.ts'
export { transcriptionRoutes } from './transcription.routes.ts'
