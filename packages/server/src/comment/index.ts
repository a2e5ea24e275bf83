export { carryQuotes } from './carry-quotes.ts'
export { isCommentThere } from './comment-there.ts'
export { conversationRoutes } from './comment.routes.ts'
export type { Conversation, ConversationArticles, HeldConversation } from './conversation-articles.ts'
export {
  carryConversation,
  discardConversation,
  mergeConversation,
  moveConversationToCompany,
  publishConversation,
} from './conversation-moves.ts'
