export { useComments } from './comment.queries.ts'
export { CommentsButton } from './comments-button.tsx'
export { CommentsSide } from './comments-side.tsx'
export { offerPlayer, type PagePlayer } from './page-player.ts'
export {
  closeComments,
  openCommentsWith,
  showComment,
  useActiveThread,
  useCommentsShown,
  type CommentAnchor,
} from './panel-state.ts'
export { offerQuotes } from './quote-places.ts'
