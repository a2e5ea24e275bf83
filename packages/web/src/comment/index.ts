export { useCommentCount, useComments } from './comment.queries.ts'
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
export { commentOnSelection } from './quotes/comment-on-selection.ts'
export { QuoteGuide } from './quotes/quote-guide.tsx'
export { QuotedNote } from './quotes/quoted-note.tsx'
