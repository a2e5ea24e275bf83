export const addedAtEndNoNotifications = 'Added at the end. No notifications are sent.'
export const addedAtTheEnd = 'Added at the end'
export const allPublishedArticlesYouCan = 'all published articles you can view, in folders'
export const andFiles = (count: number) => (count === 1 ? ' and 1 file' : ` and ${count} files`)
export const articles = (count: number) => (count === 1 ? '1 article' : `${count} articles`)
export const atMostFiles = (files: number) => `At most ${files} files at a time. Put them into a zip file`
export const availableForOneDay = ', available for one day'
export const aZipOfKindWith = (kind: string) =>
  `A zip of ${kind}, with images and attachments. Archived articles are excluded.`
export const cancel = 'Cancel'
export const cancelExport = 'Cancel export'
export const cancelImport = 'Cancel import'
export const cancelled = 'Cancelled'
export const changedOrSkipped = 'Changed or skipped'
export const chooseAFileFirst = 'Choose a file first'
export const chooseFiles = 'Choose files'
export const chosenFiles = 'Chosen files'
export const close = 'Close'
export const countTimes = (count: number) => ` (${count} times)`
export const downloadSize = (size: string) => `Download ${size}`
export const dropFilesHereOr = 'Drop files here, or'
export const earlierExports = 'Earlier exports'
export const earlierImports = 'Earlier imports'
export const exportAgain = 'Export again'
export const exported = 'Exported'
export const exportTitle = (exportedTitle: string) => `Export “${exportedTitle}”`
export const exportLabel = 'Export'
export const failed = 'Failed'
export const filesCanHaveAtMost = 'Files can have at most 1 GB in total'
export const filesToImport = 'Files to import'
export const format = 'Format'
export const imported = 'Imported'
export const importingSource = (source: string) => `Importing${source}`
export const importIntoWorkspaceTitle = (workspaceTitle: string) => `Import into “${workspaceTitle}”`
export const importLabel = 'Import'
export const importMore = 'Import more'
export const includeSubArticles = (nested: number) =>
  nested === 1 ? 'With the article under it' : `Include ${nested} sub-articles`
export const inLocation = (location: string) => `, in ${location}`
export const itCouldNotBeLoaded = 'It could not be loaded.'
export const keepAsDrafts = 'Keep as drafts'
export const markdown = 'Markdown'
export const markdownHTMLOrZipExported =
  'Markdown, HTML, or a zip exported from Notion, Confluence, Outline or Knowreel, up to 1 GB'
export const newArticles = 'New articles'
export const noLongerAvailable = 'No longer available'
export const oneVideoPerArticle = 'One video per article'
export const onlyEditorsSeeThemUntil = 'Only editors see them until they are published'
export const onlyNonEmptyMarkdownHTML = 'Only non-empty Markdown, HTML, CSV and zip files can be imported'
export const onlyRecordingsYouCanDownload = 'Only recordings you can download'
export const pagesThatOpenOfflineIn = 'Pages that open offline in any browser'
export const plainTextWithMetadata = 'Plain text with metadata'
export const publishNow = 'Publish now'
export const ready = 'Ready'
export const recordings = 'Recordings'
export const removeFileName = (fileName: string) => `Remove ${fileName}`
export const theOriginalRecordings = 'The original recordings'
export const thePublishedContent = 'the published content'
export const thisListIsIncomplete = 'This list is incomplete.'
export const untitled = 'Untitled'
export const uploadIncomplete = 'Upload incomplete'
export const uploadingFiles = 'Uploading files'
export const uploadingFilesKeepThisWindow = 'Uploading files. Keep this window open'
export const waitingToStart = 'Waiting to start'
export const withoutRecordings = 'Without recordings'
export const writingTheArticles = 'Writing the articles'
export const youCanCloseThisWindow = 'You can close this window. We’ll keep working.'
