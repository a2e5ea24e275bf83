/** The last opened article of each workspace, by id; for as long as the page is open. */
const opened = new Map<string, string>()

export const rememberArticle = (workspaceId: string, articleId: string): void => {
  opened.set(workspaceId, articleId)
}

export const lastArticleIn = (workspaceId: string): string | undefined => opened.get(workspaceId)
