export const changed = (parts: readonly string[]) => `Changed: ${parts.join(', ')}`
export const changeNames = {
  title: 'title',
  notes: 'notes',
  recording: 'recording',
  tags: 'tags',
  look: 'icon or cover',
} as const
export const wordsAdded = (added: string) => `${added} added`
export const articleTitleVersion = (articleTitle: string) => `${articleTitle} – version`
export const attachment = 'Attachment'
export const back = 'Back'
export const coverChanges = { added: 'Cover added', removed: 'Cover removed', changed: 'Cover changed' } as const
export const iconAndCover = 'Icon and cover'
export const closeVersions = 'Close versions'
export const comparedWithCurrent = 'Compared with current'
export const comparedWithTime = (time: string) => `Compared with ${time}`
export const compareVersionOfTimeWith = (time: string) => `Compare the version of ${time} with the current one`
export const compareWith = 'Compare with'
export const compareWithTheCurrentVersion = 'Compare with the current version'
export const comparingVersions = 'Comparing versions'
export const currentVersion = 'Current version'
export const deleteLabel = 'Delete'
export const deleteThisVersion = 'Delete this version'
export const deleteVersion = 'Delete version'
export const edited = 'Edited'
export const formattingChanged = 'Formatting changed'
export const fromBeforeNameToAfterName = (beforeName: string, afterName: string) => `From ${beforeName} to ${afterName}`
export const lineLooks = 'line looks'
export const linesLook = 'lines look'
export const loadingArticleVersion = 'Loading Article Version'
export const loadingVersions = 'Loading versions'
export const looksDifferent = (looks: string) => `${looks} different`
export const moved = 'Moved'
export const newLabel = 'New'
export const newTab = 'New tab'
export const notCompared = 'Not compared'
export const notes = 'Notes'
export const noTextChanged = 'No text changed'
export const onlyFormattingChanged = 'Only formatting changed'
export const onTime = (time: string) => `on ${time}`
export const paragraphs = 'Paragraphs'
export const picture = 'Picture'
export const picturesAndFiles = 'Pictures and files'
export const pinned = 'Pinned'
export const previousVersionsAppearHereEach = 'Previous versions appear here each time the article is published.'
export const quittingTheVersionMode = 'Quitting the version mode'
export const recordingsAre = (missingVideos: number) =>
  missingVideos === 1 ? 'One recording is' : `${missingVideos} recordings are`
export const recordingsOfThisVersionNo = (missingVideos: number) =>
  missingVideos === 1
    ? 'A recording of this version no longer exists.'
    : `${missingVideos} recordings of this version no longer exist.`
export const removed = 'Removed'
export const wordsRemoved = (removed: string) => `${removed} removed`
export const removedTab = 'Removed tab'
export const renamed = 'Renamed'
export const reordered = 'Reordered'
export const restore = 'Restore'
export const restoreThisVersion = 'Restore this version'
export const restoreVersion = 'Restore version'
export const restoringArticleVersion = 'Restoring article version'
export const publishedDateBy = (date: string, name: string) => `Published ${date} by ${name}`
export const savedVersions = (count: number, isMore: boolean) =>
  `${count}${isMore ? '+' : ''} saved ${count === 1 ? 'version' : 'versions'}`
export const tableOfContents = 'Table of contents'
export const tabs = 'Tabs'
export const tags = 'Tags'
export const tagsChanged = 'Tags changed'
export const theArticleBecomesWhatIt = (time: string) =>
  `The article becomes what it was ${time}. The current content is kept as a version. A draft stays as it is.`
export const theCurrentVersion = 'the current version'
export const theOtherVersionCouldNot = 'The other version could not be loaded.'
export const theseTwoVersionsAreThe = 'These two versions are the same.'
export const theVersionHasBeenRestored = 'The version has been restored'
export const theVersionOfTimeIs = (time: string) =>
  `The version of ${time} is deleted for everyone. This cannot be undone.`
export const theVersionsCouldNotBe = 'The versions could not be loaded.'
export const theVersionWasDeleted = 'The version was deleted'
export const thisTabIsEmpty = 'This tab is empty.'
export const thisVersionWasEmpty = 'This version was empty.'
export const unchangedLines = ' unchanged lines'
export const unknownAuthor = 'Unknown author'
export const untitled = 'Untitled'
export const version = 'Version'
export const versions = 'Versions'
export const view = 'View'
export const viewTheVersionOfTime = (time: string) => `View the version of ${time}`
export const wordsGoneNoLongerThere = (words: string, gone: string) =>
  `${words} ${gone} no longer there and will be missing.`
export const youCanSeeThisVersion = 'You can see this version because you’re a super admin. Viewing it is logged.'
export const thisVersionCouldNotBe = 'This version could not be loaded'
