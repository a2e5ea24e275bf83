export const actionsForDraft = (draft: string) => `Actions for ${draft}`
export const actionsForThisArticle = 'Actions for this article'
export const addATag = 'Add a tag'
export const all = 'All'
export const archive = 'Archive'
export const articleLinkCopiedToClipboard = 'Article link copied to clipboard'
export const author = 'Author'
export const back = 'Back'
export const backToHome = 'Back to home'
export const beginning = 'Beginning'
export const byName = (name: string) => ` by ${name}`
export const cancel = 'Cancel'
export const cancelUpload = 'Cancel upload'
export const canNotLoadWorkspaces = 'Can not load workspaces'
export const cannotCopyLinkToThis = 'Cannot copy link to this article'
export const cannotCopyLinkToThisParagraph = 'Cannot copy link to this paragraph'
export const changesToAPublishedArticle = 'changes to a published article'
export const chooseAnArticle = 'Choose an article'
export const chooseAWorkspace = 'Choose a workspace'
export const clearFilters = 'Clear filters'
export const close = 'Close'
export const company = 'Company'
export const copyLink = 'Copy link'
export const createAnArticle = 'Create an article'
export const createArticle = 'Create Article'
export const createDocument = 'Create document'
export const createNotes = 'Create notes'
export const createSubArticle = 'Create sub-article'
export const creatingThePDF = 'Creating the PDF'
export const deleteArticle = 'Delete article'
export const deleteArticleTitle = (articleTitle: string) => `Delete “${articleTitle}”`
export const deleteDraft = 'Delete draft'
export const deleteDraftOf = (draft: string) => `Delete “${draft}”?`
export const deleteLabel = 'Delete'
export const deleteNestedCountArticles = (nestedCount: number) => `Delete ${nestedCount} articles`
export const discardChanges = 'Discard changes'
export const discardTheChangesToDraft = (draft: string) => `Discard the changes to “${draft}”?`
export const drafts = 'Drafts'
export const draftType = 'Draft type'
export const duplicate = 'Duplicate'
export const edit = 'Edit'
export const edited = 'Edited'
export const exportLabel = 'Export'
export const exportToFiles = 'Export to files'
export const exportToPDF = 'Export to PDF'
export const failedToExportPDF = 'Failed to export PDF'
export const itLeavesThisCompanyIts = (company: string) =>
  `It leaves this company: its links and shares stop working, and only people with access to the workspace in ${company} can see it.`
export const itsDraftsAndVersionsMove = 'Its drafts and versions move with it.'
export const itsNestedCountDraftsAndVersions = (nestedCount: string) =>
  `Its ${nestedCount}, drafts and versions move with it.`
export const itsNewWorkspace = 'its new workspace'
export const itCanBeRestoredFor = (days: number) => `It can be restored from the trash for ${days} days.`
export const itWasNeverPublishedSo = 'It was never published, so it is deleted completely. This cannot be undone.'
export const leftIsRemovedAndPrevious = (left: string) =>
  `“${left}” is removed, and the previous content of the other article is kept as a version.`
export const leftIsRemovedItsNestedCount = (left: string, nestedCount: string, nestedCount2: number) =>
  `“${left}” is removed, its ${nestedCount} ${nestedCount2 === 1 ? 'moves' : 'move'} to the other article, and that article’s previous content is kept as a version.`
export const length = 'Length'
export const linkedFrom = 'Linked from'
export const listAndLast = (list: string, last: string) => `${list} and ${last}`
export const lookForItInTheWorkspace = 'Look for it in the workspace or search for it.'
export const loading = 'Loading'
export const loadingArticle = 'Loading Article'
export const manage = 'Manage'
export const merge = 'Merge'
export const mergeInto = 'Merge into'
export const mergeTitle = (title: string) => `Merge “${title}”`
export const minutesMinRead = (minutes: number) => `${minutes} min read`
export const moreItems = (more: number) => `${more} more`
export const notes = ' Notes'
export const notesText = 'Notes'
export const notifications = 'Notifications'
export const noWorkspacesYouCanEdit = 'No workspaces you can edit'
export const openPDF = 'Open PDF'
export const openWorkspace = 'Open workspace'
export const order = 'Order'
export const pagesOfDrafts = 'Pages of drafts'
export const paragraphLinkCopiedToThe = 'Paragraph link copied to the clipboard'
export const pinned = 'Pinned'
export const reload = 'Reload'
export const reorder = 'Reorder'
export const saveTags = 'Save tags'
export const savingArticle = 'Saving article'
export const search = 'Search'
export const share = 'Share'
export const showCountMore = (count: number) => `Show ${count} more`
export const someCharactersHaveNoFont = (missingLetters: string) =>
  `Some characters have no font on the server and appear as boxes: ${missingLetters}`
export const next = 'Next'
export const recordingOf = (time: string) => `Recording of ${time}`
export const recordScreenOrCamera = 'Screen, window or tab, with your voice and camera'
export const startRecording = 'Start recording'
export const subArticles = (nestedTitleCount: number) =>
  nestedTitleCount === 1 ? '1 sub-article' : `${nestedTitleCount} sub-articles`
export const subArticlesOf = (count: number) => (count === 1 ? 'sub-article' : `${count} sub-articles`)
export const tag = 'Tag'
export const tagEditTheTags = 'Tag, edit the tags'
export const tags = 'Tags'
export const tagsNotAdded = 'Tags not added'
export const tagsOfArticleTitle = (articleTitle: string) => `Tags of “${articleTitle}”`
export const tagsSaved = 'Tags saved'
export const theArticleCouldNotBe = 'The article could not be loaded.'
export const theArticlesCouldNotBe = 'The articles could not be loaded.'
export const theArticleHasBeenDuplicated = 'The article has been duplicated'
export const theArticleHasBeenMovedToTheTrash = 'The article is in the trash'
export const theArticlesHaveBeenMovedToTheTrash = (count: number) => `${count} articles are in the trash`
export const theArticleHasBeenSuccessfully = 'The article has been successfully archived!'
export const theArticleHasBeenSuccessfullyUnarchived = 'The article has been successfully unarchived!'
export const theArticleHasBeenTransferred = (workspaceTitle: string) =>
  `The article has been transferred to ${workspaceTitle}`
export const theArticleIsBeingDeleted = 'The article is being deleted'
export const theArticleIsBeingTransferred = 'The article is being transferred'
export const theArticleIsDeletedFor = (end: string) => `The article is deleted for everyone. ${end}`
export const theArticlesHaveBeenMerged = 'The articles have been merged'
export const theChangesWereDiscarded = 'The changes were discarded'
export const theDraftWasDeleted = 'The draft was deleted'
export const thePDFIsReadyYour = 'The PDF is ready. Your browser blocked opening it automatically.'
export const thePublishedArticleStaysAs =
  'The published article stays as it is. Unpublished changes are lost for everyone.'
export const thereAreNoMatchingResults = 'There are no matching results'
export const theRecordingIsntPartOf = 'The recording isn’t part of an article yet. The uploaded data is deleted.'
export const theWorkspaceIsRequired = 'The workspace is required'
export const thisAlsoDeletesNestedTitleCountWords = (nestedTitleCount: string, words: string, end: string) =>
  `This also deletes ${nestedTitleCount}: ${words}. ${end}`
export const thisArticleIsArchived = 'This article is archived.'
export const theArticleTitleIsRequired = 'The article title is required'
export const thisArticleNoLongerExists = 'This article no longer exists'
export const thisArticleWasUpdated = 'This article was updated.'
export const thisArticleWasDeletedOrMoved = 'This article was deleted or moved'
export const thisTabIsEmpty = 'This tab is empty.'
export const title = 'Title'
export const titleCannotBeEmpty = 'Title cannot be empty!'
export const transfer = 'Transfer'
export const transferArticleTitle = (articleTitle: string) => `Transfer “${articleTitle}”`
export const unarchive = 'Unarchive'
export const unknownAuthor = 'Unknown author'
export const unpublishedWorkIsKeptHere = 'Unpublished work is kept here.'
export const untitled = 'Untitled'
export const updated = 'Updated '
export const uploadVideo = 'Upload video'
export const versionHistory = 'Version history'
export const versions = 'Versions'
export const video = ' Video'
export const videoAndNotes = 'Video and notes'
export const videoOrNotes = 'Video or notes'
export const videoText = 'Video'
export const webMMP4OrMOVAdd = 'WebM, MP4 or MOV. Add paragraphs later.'
export const workspace = 'Workspace'
export const writeTextListsAndTables = 'Write text, lists and tables together'
export const youDontHaveAnyActive = "You don't have any active tab, please select one."
export const youDontHaveAnyNotes = "You don't have any notes yet."
export const yourDraftsCouldNotBe = 'Your drafts could not be loaded. They are safe.'
