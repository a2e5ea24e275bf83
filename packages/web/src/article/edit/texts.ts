export const actionsForTabTitle = (tabTitle: string) => `Actions for ${tabTitle}`
export const allParagraphsOfThisDraft = (isPublished: string) =>
  `All paragraphs of this draft are deleted for everyone.${isPublished}`
export const anArticleCanHaveUpToThreeTabs = 'An article can have up to three tabs'
export const article = 'Article'
export const articleTitleCanNotBe = 'Article title can not be empty'
export const articleWorkspaceCanNotBe = 'Article workspace can not be empty'
export const availableAfterUpload = 'Available after upload'
export const backToArticle = 'Back to article'
export const backToDrafts = 'Back to drafts'
export const changedInTwoPlaces = 'Changed in two places'
export const chooseWhichChangesToKeep = 'Choose which changes to keep first'
export const close = 'Close'
export const connecting = 'Connecting…'
export const copyLink = 'Copy link'
export const createNotes = 'Create notes'
export const creatingTextTab = 'Creating text tab'
export const decideLater = 'Decide later'
export const deleteDraft = 'Delete draft'
export const deleteFieldsTitle = (fieldsTitle: string) => `Delete “${fieldsTitle}”`
export const deleteLabel = 'Delete'
export const deleteTab = (tabTitle: string) => `Delete “${tabTitle}”?`
export const deleteTheRecording = 'Delete the recording'
export const discard = 'Discard'
export const discardAnyway = 'Discard anyway'
export const discardDraft = 'Discard draft'
export const discardingDraft = 'Discarding draft'
export const discardTheDraftOfFieldsTitle = (fieldsTitle: string) => `Discard the draft of “${fieldsTitle}”`
export const notifiesEveryoneWhoSees = (workspaceTitle: string) => `Notifies everyone who sees ${workspaceTitle}`
export const keepEditing = 'Keep editing'
export const keepMine = 'Keep mine'
export const keepMineAsANew = 'Keep mine as a new draft'
export const keepSelection = 'Keep selection'
export const keepTheDraft = 'Keep the draft'
export const tabsOfLimit = (listCount: number, textTabs: number) => `${listCount} of ${textTabs} tabs`
export const loadingArticle = 'Loading Article'
export const loadingEditor = 'Loading editor'
export const loadingParagraphs = 'Loading paragraphs'
export const loadingRecording = 'Loading recording'
export const mine = 'Mine'
export const more = 'More'
export const moveDown = 'Move down'
export const moveUp = 'Move up'
export const notes = 'Notes'
export const notSaved = 'Not saved'
export const open = 'Open'
export const orKeepBoth = 'Or keep both:'
export const othersHere = (otherCount: number) => (otherCount === 1 ? '1 other here' : `${otherCount} others here`)
export const paragraphs = 'Paragraphs'
export const pin = 'Pin'
export const pinned = 'Pinned'
export const publish = 'Publish'
export const publishAndNotify = 'Publish and notify'
export const publishingArticle = 'Publishing article'
export const publishOptions = 'Publish options'
export const publishWithoutNotification = 'Publish without notification'
export const rename = 'Rename'
export const saveAsTemplate = 'Save as template'
export const sameParagraphs = 'same paragraphs'
export const saveAsDraft = 'Save as draft'
export const savedLast = (last: string) => `Saved ${last}`
export const saving = 'Saving'
export const savingArticle = 'Saving article'
export const savingFailedAt = (at: string) => `Saving failed at ${at}.`
export const seeBoth = 'See both'
export const someone = 'Someone'
export const someChangesArentSavedYet = 'Some changes aren’t saved yet. Check your connection and try again'
export const someoneOrYouInAnother = 'Someone, or you in another tab,'
export const summary = 'Summary'
export const tabName = 'Tab name'
export const tabTitleWasDeleted = (tabTitle: string) => `“${tabTitle}” was deleted`
export const tag = 'Tag'
export const tagEditTheTags = 'Tag, edit the tags'
export const tags = 'Tags'
export const tagsNotAdded = 'Tags not added'
export const takeTheirs = 'Take theirs'
export const theArticleHasBeenSuccessfully = 'The article has been successfully published!'
export const escape = 'Esc'
export const editingNow = (names: string, count: number) =>
  count === 1 ? `${names} is editing it now. ` : `${names} are editing it now. `
export const deleteTheTab = 'Delete tab'
export const theTabsTextIsDeleted = 'Its text is deleted for everyone who edits this draft.'
export const theArticleIsBeingDeleted = 'The article is being deleted'
export const theChangesOfThisEditing =
  'The changes of this editing session are lost for everyone. This cannot be undone.'
export const theChangesWereDiscarded = 'The changes were discarded'
export const theDraftHasChanged = 'The draft has changed'
export const theDraftIsDeletedFor = 'The draft is deleted for everyone. This cannot be undone.'
export const theirs = 'Theirs'
export const thePublishedArticleStaysAs = ' The published article stays as it is.'
export const theRecordingWasSuccessfullyDeleted = 'The recording was successfully deleted.'
export const thereIsNothingToDiscard = 'There is nothing to discard'
export const theWorkspaceIsRequired = 'The workspace is required'
export const theWorkspaceOfThisDraft = 'The workspace of this draft is archived. Unarchive it to edit the draft.'
export const thisArticleIsArchived = 'The article is archived. Unarchive it to edit it.'
export const thisDraftIsGone = 'This draft was deleted or moved to another company, or you no longer have access to it'
export const thisDraftNoLongerExists = 'This draft no longer exists'
export const thisDraftWasAlreadyPublished = 'This draft was already published'
export const thisDraftWasAlreadyPublishedYour =
  'This draft was already published. Your later changes are kept in a new draft'
export const thisDraftWasPublished = 'This draft was published'
export const title = 'Title'
export const tryAgain = 'Try again'
export const undoRestoresTheOtherParagraphs = ' Undo restores the other paragraphs.'
export const unpin = 'Unpin'
export const unpinTabTitle = (tabTitle: string) => `Unpin ${tabTitle}`
export const unpublishedChangesAreLostFor =
  'Unpublished changes are lost for everyone. The published article stays as it is. This cannot be undone.'
export const untitled = 'Untitled'
export const updatedByUserNameSavedItAfterYou = (updatedByUserName: string) =>
  `${updatedByUserName} saved it after you chose to discard it. These changes would be lost too.`
export const uploadVideo = 'Upload video'
export const video = 'Video'
export const videoOrNotes = 'Video or notes'
export const viewThePublishedArticle = 'View the published article'
export const whoChangedPartsAtSame = (who: string, parts: string, parts2: string, is: string, undo: string) =>
  `${who} changed the ${parts} at the same time. Your ${parts2} ${is} not saved until you choose.${undo}`
export const youCanEditThisTab = 'You can edit this tab when the connection is back.'
export const youCanViewThisArticle = 'You can view this article but not edit it'
export const youDontHaveAnyActive = "You don't have any active tab, please select one."
export const youDontHaveAnyNotes = "You don't have any notes yet."
export const yourLatestChangesArentSaved = 'Your latest changes aren’t saved on the server yet.'
export const yourVersionIsKeptAs = 'Your version is kept as a separate draft'
export const recordingHasBeenStarted = 'Recording has been started!'
export const showWhatYouWantToExplain =
  'Show what you want to explain. The controls stay in this tab; you can copy the link of this draft now.'
