export { carryQuotes } from './conversation/carry-quotes.ts'
export { isCommentThere } from './comment.queries.ts'
export { conversationRoutes } from './comment.routes.ts'
export type { Conversation, ConversationArticles, HeldConversation } from './conversation/conversation-articles.ts'
export {
  carryConversation,
  discardConversation,
  mergeConversation,
  moveConversationToCompany,
  publishConversation,
} from './conversation/conversation-moves.ts'
