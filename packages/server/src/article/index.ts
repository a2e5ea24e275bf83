export { readInCompanyRule, sourceRule, watchRule, articlePolicy } from './article.policy.ts'
export {
  findArticleTitle,
  findExportedArticles,
  listExportableArticles,
  type ExportedArticle,
} from './ports/article-export.queries.ts'
export { mayDownloadRecordingByRank } from './article-access.ts'
export { insertImportedArticle } from './ports/import-article.ts'

export { articleRoutes, draftRoutes, tagRoutes } from './article.routes.ts'
export { articleVersionRoutes } from './version/version.routes.ts'
export { commentArticles } from './ports/comment-articles.ts'
export { fileArticles } from './ports/file-articles.ts'
export { findEditableArticle } from './ports/editable-article.ts'
export { authoriseExport, listAllowedExports, readExportedTab, type ExportedTab } from './ports/exported-tab.ts'
export { readArticleText } from './ports/article-text.ts'
export { createEditRecorder } from './ports/note-access.ts'
export { markEditorsSeen } from './draft/idle-draft.queries.ts'
export { markAccepted } from './upload/article-upload.queries.ts'
export { findNoteWriter, listAllowedConnections } from './ports/note-access.ts'
export { insertRecording } from './upload/insert-recording.ts'
export { purgeDeletedArticles } from './delete/purge-deleted-articles.job.ts'
export { refreshDraft } from './draft/refresh-draft.job.ts'
export { removeIdleDrafts } from './draft/remove-idle-drafts.job.ts'
export { beginEditingSession } from './draft/save-draft.ts'
export { shareArticles } from './ports/share-articles.ts'
export { transcribedArticles } from './ports/transcribed-articles.ts'
export { fileStem } from './read/list-downloads.ts'
export { workspaceArticles } from './ports/workspace-articles.ts'
export { selectDraftIds } from './list/article-list.queries.ts'
export { paragraphSlugs } from './read/article-view.ts'
