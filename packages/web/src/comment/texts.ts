import { commentLimits } from '@knowreel/shared/comment/comment.limits.ts'

export const aCommentCannotBeEmpty = 'A comment cannot be empty'
export const actionsForThisComment = 'Actions for this comment'
export const addTheTime = 'Add the time'
export const all = 'All'
export const andRestMore = (rest: number) => ` and ${rest} more`
export const byRecordingTime = 'By recording time'
export const cancel = 'Cancel'
export const canNotAddComment = 'Can not add comment'
export const cannotCopyLink = 'Cannot copy link'
export const closeComments = 'Close comments'
export const commentShortcut = (commandKey: string) => `${commandKey} Alt M`
export const comment = 'Comment'
export const comments = 'Comments'
export const commentsInTheText = 'Comments in the text'
export const commentsOf = (count: number) => (count === 1 ? '1 comment' : `${count} comments`)
export const commentsHeading = 'Comments '
export const connectionError = 'Connection error'
export const copyLink = 'Copy link'
export const countOnQuoteText = (count: string, quoteText: string) => `${count} on “${quoteText}”`
export const cutFromTheRecording = 'Cut from the recording'
export const deleteLabel = 'Delete'
export const deletingYourComment = 'Deleting your comment'
export const edit = 'Edit'
export const edited = 'Edited'
export const editedByEditedByName = (editedByName: string) => `Edited by ${editedByName}`
export const emoji = 'Emoji'
export const emojis = 'Emojis'
export const filterAndSort = 'Filter and sort'
export const filterAndSortFilterActive = 'Filter and sort, filter active'
export const formatting = 'Formatting'
export const fromEveryone = 'From everyone'
export const labelAtShownTime = (label: string, shownTime: string) => `${label} at ${shownTime}`
export const lengthOfLimit = (length: string, commentLimitsText: string) =>
  `${length} of ${commentLimitsText} characters`
export const linkHasBeenCopiedTo = 'Link has been copied to the clipboard'
export const list = 'List'
export const loadingComments = 'Loading comments'
export const loadingOlderComments = 'Loading older comments'
export const mention = 'Mention'
export const mentioningMe = 'Mentioning me'
export const newComments = (waiting: number) => (waiting === 1 ? '1 new comment' : `${waiting} new comments`)
export const newestFirst = 'Newest first'
export const noCommentsMatchThisFilter = 'No comments match this filter.'
export const noCommentsYet = 'No comments yet'
export const noOpenCommentsResolved = (resolved: number) => `No open comments. ${resolved} resolved`
export const notSentFailure = (failure: string) => `Not sent: ${failure}`
export const olderCommentsCouldNotBe = 'Older comments could not be loaded.'
export const open = 'Open'
export const order = 'Order'
export const kindByName = (parentId: string, name: string) => `${parentId} by ${name}`
export const playFromTime = (time: string) => `Play from ${time}`
export const react = 'React'
export const reactions = 'Reactions'
export const removeComment = 'Remove comment'
export const removeQuote = 'Remove quote'
export const removeReaction = 'Remove reaction'
export const removeTime = (time: string) => `Remove the time ${time}`
export const reopen = 'Reopen'
export const replies = (replies: number) => (replies === 1 ? 'reply' : `${replies} replies`)
export const reply = 'Reply'
export const nameAndTime = (name: string | undefined, time: string) => (name === undefined ? time : `${name}, ${time}`)
export const resolve = 'Resolve'
export const resolved = 'Resolved'
export const resolvedByResolvedByName = (resolvedByName: string) => `Resolved by ${resolvedByName}`
export const save = 'Save'
export const selectedText = 'Selected text'
export const sending = 'Sending…'
export const show = 'Show'
export const showAll = 'Show all'
export const showMoreReplies = (replieCount: number) =>
  `Show ${replieCount} more ${replieCount === 1 ? 'reply' : 'replies'}`
export const showResolved = 'Show resolved'
export const showTheseWords = 'Show these words'
export const theCommentIsAtItsLimit = `A comment can have up to ${commentLimits.text.toLocaleString('en')} characters`
export const theCommentAndItsReplies = (replies: string) =>
  `The comment and its ${replies} will be deleted for everyone. This cannot be undone.`
export const theCommentsCouldNotBe = 'The comments could not be loaded.'
export const theseWordsAreNoLonger = 'These words are no longer in the note.'
export const commentWillBeDeleted = (what: string) => `The ${what} will be deleted for everyone. This cannot be undone.`
export const thisCommentNoLongerExists = 'This comment no longer exists'
export const threads = 'Threads'
export const toMakeReactionAppearOn = 'To make the reaction appear on the timeline, please republish the recording'
export const tryAgain = 'Try again'
export const unknownAuthor = 'Unknown author'
export const withMine = 'With mine'
export const writeAComment = 'Write a comment'
export const writeACommentToMention = 'Write a comment, @ to mention'
export const youCanOnlyViewComments = 'You can view the comments but not add any.'
export const youDontHaveAccessTo = 'You don’t have access to this article’s comments.'
export const youreOfflineYourCommentIs = 'You’re offline. Your comment is kept here until it can be sent.'
