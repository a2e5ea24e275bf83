export { carryQuotes } from './conversation/carry-quotes.ts'
export { commentExists } from './comment.queries.ts'
export { conversationRoutes } from './comment.routes.ts'
export type { Conversation, CommentArticles, LockedCommentArticle } from './conversation/comment-articles.ts'
export {
  carryConversation,
  discardConversation,
  mergeConversation,
  moveConversationToCompany,
  publishConversation,
} from './conversation/conversation-moves.ts'
