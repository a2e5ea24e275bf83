/**
 * The id in the URL of a page that shows a workspace, where a new article is then offered to be created. Another id does
 * no harm: the dialog preselects only workspaces in which the person may create articles.
 */
export const shownWorkspaceId = (): string | undefined => /^\/(?:b|workspace)\/([^/]+)/.exec(location.pathname)?.[1]
