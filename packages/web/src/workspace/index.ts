export { ArchivedBanner as ArchivedWorkspaceBanner } from './archived-banner.tsx'
export { ArticleSidebar } from './sidebar/article-sidebar.tsx'
export type { ItemMenu } from './sidebar/article-panel.tsx'
export type { OpenParagraphs } from './tree/paragraph-rows.ts'
export { openCreateWorkspace } from './workspace.dialogs.ts'
export { useRedirectIfHidden } from './view/use-redirect-if-hidden.ts'
export {
  browseQuery,
  editableWorkspaces,
  editableWorkspacesQuery,
  workspaceQuery,
  workspacesQuery,
} from './workspace.queries.ts'
