export { workspaceArticles } from './workspace-articles.ts'
