export { purgeDeletedArticles } from './purge-deleted-articles.job.ts'
export { workspaceArticles } from './workspace-articles.ts'
