/**
 * The id of the workspace in the URL, which the dialog for a new article preselects. Another id does no harm: the
 * dialog ignores workspaces in which the person may not create articles.
 */
export const shownWorkspaceId = (): string | undefined => /^\/(?:b|workspace)\/([^/]+)/.exec(location.pathname)?.[1]
