export { carryQuotes } from './article-sync/carry-quotes.ts'
export { commentExists } from './comment.queries.ts'
export { commentRoutes } from './comment.routes.ts'
export type { CommentedArticle, CommentArticles, LockedCommentedArticle } from './article-sync/comment-articles.ts'
export {
  carryAnchors,
  moveCommentsOnDiscard,
  moveCommentsOnMerge,
  moveCommentsToCompany,
  moveCommentsOnPublish,
} from './article-sync/comment-moves.ts'
