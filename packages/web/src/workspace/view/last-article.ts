/** The last opened article of each workspace, by id; for as long as the page is open. */
const lastArticleIds = new Map<string, string>()

export const setLastArticle = (workspaceId: string, articleId: string): void => {
  lastArticleIds.set(workspaceId, articleId)
}

export const getLastArticle = (workspaceId: string): string | undefined => lastArticleIds.get(workspaceId)
